"""Packed tapes come in over HTTP, by `Content-Encoding` or as the file they are; bombs do not."""

import httpx
import pytest

from replays import tape
from server.http.bodies import MOST_TAPE
from tests.serving import Server, refused
from tests.tapes.make_samples import FOLDER

ENCODINGS: dict[tape.Packing, str] = {"gz": "gzip", "zst": "zstd"}


def sent(live: Server, body: bytes, encoding: str | None) -> httpx.Response:
    """The answer to a tape."""
    headers = {"Content-Type": "application/x-ndjson"} | ({"Content-Encoding": encoding} if encoding else {})
    return httpx.post(f"{live.url}/v1/replays", content=body, headers=headers, timeout=60)


@pytest.mark.parametrize("how", ENCODINGS)
@pytest.mark.parametrize("told", [True, False])
def test_a_packed_tape_is_taken_in(live: Server, how: tape.Packing, told: bool) -> None:
    """gzip and zstd, named by the header or only by their first bytes, end with the head of the plain file."""
    plain = (FOLDER / "pmd-win.tape").read_bytes()
    made = sent(live, tape.pack(plain, how), ENCODINGS[how] if told else None)
    assert made.status_code == 201, made.text
    summary = made.json()["battle"]
    assert f'"head":"{summary["hash"]}"'.encode() in plain.splitlines()[-1]


@pytest.mark.parametrize("how", ENCODINGS)
def test_a_bomb_is_too_large(live: Server, how: tape.Packing) -> None:
    """A few kilobytes that unpack to more than a tape may have are refused with the limit, and soon."""
    bomb = tape.pack(bytes(MOST_TAPE + 1), how)
    assert len(bomb) < 2**17
    answer = sent(live, bomb, ENCODINGS[how])
    assert refused(answer) == (413, "too-large")
    assert answer.json()["most"] == MOST_TAPE


@pytest.mark.parametrize("how", ENCODINGS)
def test_a_broken_packing_is_a_broken_tape(live: Server, how: tape.Packing) -> None:
    """Cut off, and with a byte changed inside, a packed tape is refused at line 1."""
    packed = tape.pack((FOLDER / "pmd-win.tape").read_bytes(), how)
    middle = len(packed) // 2
    for broken in (packed[:-9], packed[:middle] + bytes([packed[middle] ^ 1]) + packed[middle + 1 :]):
        answer = sent(live, broken, ENCODINGS[how])
        assert refused(answer) == (422, "tape")
        assert answer.json()["line"] == 1
