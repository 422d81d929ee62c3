"""The replay file (contract 10): one JSON object a line, with a header before the log and a footer behind it.

Written in canonical JSON, so that every byte is one that some check stands for. Plain, gzip or zstd are
told apart by their first bytes, never by a name.
"""

import gzip
import io
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec
import zstandard
from msgspec import Struct

from replays.chain import canonical
from schemas.base import Json
from schemas.events import ZERO_HASH

FORMAT = 1
MOST = 512 * 2**20
"""Bytes that a tape may unpack to."""
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
Packing = Literal["", "gz", "zst"]


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Line 1. `commitments` by the epoch they were made in, gathered from the log."""

    tape: int
    ruleset: str
    title: str
    battle: str
    exported_at: str
    view: str
    commitments: dict[str, str]


class Footer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line. `digest`: SHA-256 over every byte before it; `seeds`: hex by epoch, once published."""

    end: bool
    events: int
    head: str
    seeds: dict[str, str] | None
    digest: str
    signature: None


class NotATape(ValueError):
    """Bytes that no tape begins with, or a packing that does not open."""


class TooLarge(NotATape):
    """What unpacks to more than somebody is willing to read."""

    def __init__(self, most: int) -> None:
        super().__init__(f"unpacks to more than {most} bytes")
        self.most = most


class _Hash(Struct):
    hash: str


_hash = msgspec.json.Decoder(_Hash).decode


def write(header: Header, bodies: Sequence[bytes], seeds: Mapping[int, bytes] | None) -> bytes:
    """The whole file, plain."""
    head = _hash(bodies[-1]).hash if bodies else ZERO_HASH
    before = b"\n".join([canonical(header), *bodies]) + b"\n"
    footer = Footer(
        end=True,
        events=len(bodies),
        head=head,
        seeds={str(epoch): seed.hex() for epoch, seed in seeds.items()} if seeds else None,
        digest=sha256(before).hexdigest(),
        signature=None,
    )
    return before + canonical(footer) + b"\n"


def commitments(bodies: Sequence[bytes]) -> dict[str, str]:
    """What a log commits its dice to, by epoch."""
    found: dict[str, str] = {}
    for body in bodies:
        if b'"commitment"' in body:
            for fact in msgspec.json.decode(body)["effects"]:
                add_commitment(found, fact)
    return found


def add_commitment(found: dict[str, str], fact: Json) -> None:
    """Notes a fact's commitment, where it has one."""
    if fact["type"] in ("created", "rewound", "branched") and isinstance(fact.get("commitment"), str):
        found[str(fact.get("epoch") or 0)] = fact["commitment"]


def pack(plain: bytes, how: Packing) -> bytes:
    """Compressed, or as it is."""
    if how == "gz":
        return gzip.compress(plain, mtime=0)
    if how == "zst":
        return zstandard.ZstdCompressor(write_checksum=True).compress(plain)
    return plain


def packing_of(name: str) -> Packing:
    """What a file's name asks for."""
    return "gz" if name.endswith(".gz") else "zst" if name.endswith(".zst") else ""


def unpack(data: bytes, most: int = MOST) -> bytes:
    """The plain tape. Raises NotATape where the packing is broken or too much comes out."""
    if data[:2] == GZIP:
        plain = _gunzip(data, most)
    elif data[:4] == ZSTD:
        plain = _unzstd(data, most)
    else:
        plain = data
    if len(plain) > most:
        raise TooLarge(most)
    return plain


def _gunzip(data: bytes, most: int) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise NotATape(f"the gzip is broken: {error}") from error


def _unzstd(data: bytes, most: int) -> bytes:
    opened = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    try:
        plain = b"".join(_limited(opened, data, most))
    except zstandard.ZstdError as error:
        raise NotATape(f"the zstd is broken: {error}") from error
    if not opened.eof or opened.unused_data:
        raise NotATape("the zstd is cut off or has more behind it")
    return plain


def _limited(opened: "zstandard.ZstdDecompressionObj", data: bytes, most: int) -> list[bytes]:
    """Fed in small pieces, so that a bomb stops soon after the limit."""
    parts: list[bytes] = []
    size = 0
    for start in range(0, len(data), 4096):
        if opened.eof:
            raise NotATape("the zstd has more behind it")
        parts.append(opened.decompress(data[start : start + 4096]))
        size += len(parts[-1])
        if size > most:
            raise TooLarge(most)
    return parts
