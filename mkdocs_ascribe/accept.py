"""Which of a page's two forms a client would rather have (RFC 9110, 12.5.1)."""

from __future__ import annotations

HTML = "text/html"
MARKDOWN = "text/markdown"


def prefers_markdown(accept: str) -> bool:
    """Say whether an Accept header ranks Markdown above HTML.

    Quality decides, then how exactly a type is named: agents send `text/markdown, */*`, browsers
    name text/html. What is left equal is answered with HTML, as a page's address always was.
    """
    ranges = _ranges(accept)
    return _rank(MARKDOWN, ranges) > _rank(HTML, ranges)


def _ranges(accept: str) -> dict[str, float]:
    """Read the media ranges with their qualities; what is no range is passed over."""
    ranges: dict[str, float] = {}
    for part in accept.lower().split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = _quality(value.strip())
        if "/" in media_range:
            ranges[media_range] = max(quality, ranges.get(media_range, 0.0))
    return ranges


def _quality(value: str) -> float:
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0 <= quality <= 1 else 0.0


def _rank(media_type: str, ranges: dict[str, float]) -> tuple[float, int]:
    """Give the quality of a type by its most exact range, and how exact that is."""
    names = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    for exactness, name in zip((2, 1, 0), names, strict=True):
        if name in ranges:
            quality = ranges[name]
            return quality, exactness if quality else 0
    return 0.0, 0
