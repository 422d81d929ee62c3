"""How often one address and one token may ask (contract 9, `too-many`): nobody takes the server from others.

Two sets of buckets that refill evenly, in this process's memory. A request from the machine itself is not
counted: there stands whoever runs the server, or a proxy that `trusted_proxies` does not name.
"""

import math
import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from server.battles.clock import hash_of
from server.http.bodies import Req
from server.http.problems import Problem

BURST = 15
"""Seconds' worth of requests that may come at once."""
MOST_KEPT = 50_000
"""Askers remembered; the one longest silent is forgotten first."""


class Bucket:
    """So many requests a minute for each key. One number a key: when its bucket is full again."""

    def __init__(self, per_minute: int) -> None:
        self._each = 60 / per_minute if per_minute else 0.0
        self._full_at: OrderedDict[bytes, float] = OrderedDict()

    def wait(self, key: bytes, now: float) -> float:
        """Takes one; seconds to wait where there is none, and then none is taken."""
        full_at = max(self._full_at.get(key, 0.0), now) + self._each
        if full_at - now > BURST:
            return full_at - now - BURST
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        if len(self._full_at) > MOST_KEPT:
            self._full_at.popitem(last=False)
        return 0.0


class Limits:
    """Both limits; 0 is none."""

    def __init__(self, by_address: int, by_token: int) -> None:
        self._addresses = Bucket(by_address)
        self._tokens = Bucket(by_token)

    async def check(self, request: Req) -> None:
        """Raises Problem `too-many` with `Retry-After`."""
        address = None if request.client is None else counted(request.client.host)
        if address is None or request.url.path.startswith("/health/"):
            return
        now = time.monotonic()
        wait = self._addresses.wait(address, now)
        token = request.headers.get("authorization")
        if token is not None and not wait:
            wait = self._tokens.wait(hash_of(token), now)
        if wait:
            after = math.ceil(wait)
            raise Problem("too-many", headers={"Retry-After": str(after)}, after=after)


@lru_cache(maxsize=10_000)
def counted(host: str) -> bytes | None:
    """What an address is counted as: itself, or the network an IPv6 household has; None: this machine."""
    try:
        address = ip_address(host)
    except ValueError:
        return None  # a socket's path: a proxy on this machine
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    return address.packed[:8] if isinstance(address, IPv6Address) else address.packed
