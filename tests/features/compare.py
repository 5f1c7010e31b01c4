"""Compare a site built with the plugin with the same site built without it."""

# What the plugin writes instead of MkDocs, or beside it.
OURS = {"sitemap.xml", "sitemap.xml.gz"}


def assert_as_plain(ours, plain, but=()):
    """See that all files of the plain build are there, each byte as it was.

    Of a page all behind its head is compared, so the plugin must draw no note; `but` names further
    files to leave out.
    """
    for name in sorted(plain.files - OURS - set(but)):
        assert name in ours.files
        left, right = ours.bytes(name), plain.bytes(name)
        if name.endswith(".html"):
            left, right = (text.partition(b"</head>")[2] or text for text in (left, right))
        assert left == right, name
