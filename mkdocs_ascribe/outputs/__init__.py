"""One module an output: records in, text out. None reads another output, none knows MkDocs."""
