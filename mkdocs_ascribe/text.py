"""Text as the outputs write it."""

from __future__ import annotations


def collapse(text: str) -> str:
    """Make every run of white space one blank, with none at either end."""
    return " ".join(text.split())
