"""Gzip that depends on its input alone."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# RFC 1952, 2.3: the method is deflate; no flags, so no file name; no time; an unknown system.
_HEADER = b"\x1f\x8b\x08\x00" + bytes(4) + b"\x00\xff"


def gzipped(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Compress chunks as one gzip member (RFC 1952), holding none of them.

    The header that zlib itself writes names the system of the build, and the `gzip` module's the
    time of it or a file: two builds of one site would differ.
    """
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    checksum, size = 0, 0
    yield _HEADER
    for chunk in chunks:
        checksum = zlib.crc32(chunk, checksum)
        size += len(chunk)
        packed = deflate.compress(chunk)
        if packed:
            yield packed
    yield deflate.flush() + struct.pack("<LL", checksum, size & 0xFFFFFFFF)
