"""Markdown: written from content HTML, read from sources, and where its links lead."""
