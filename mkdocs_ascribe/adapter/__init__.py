"""The only modules that know MkDocs: they read it, hand on plain values, and act on its objects.

Imports come from `mkdocs.*` alone, which ProperDocs provides too.
"""
