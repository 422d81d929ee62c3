"""Time and identity come in from here (design 10); nothing below reads a clock or draws a secret."""

import secrets
from datetime import UTC, datetime
from hashlib import sha256


def now() -> str:
    """RFC 3339 UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id() -> str:
    """A battle's id: 80 random bits."""
    return secrets.token_hex(10)


def new_token() -> str:
    """A seat's token: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_seed() -> bytes:
    """A seed of dice, or a salt key: 256 random bits."""
    return secrets.token_bytes(32)


def hash_of(token: str) -> bytes:
    """What is stored of a token."""
    return sha256(token.encode()).digest()
