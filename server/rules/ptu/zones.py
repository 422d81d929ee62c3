"""T41: the same battle among zones: what a way costs, who is in reach, whom an area may strike."""

from schemas import commands as c
from schemas import effects as e
from schemas.state import State, Unit, Zones
from server.engine.ledger import Ledger
from server.engine.refusals import Refusal
from server.rules.ptu.aiming import Aim
from server.rules.ptu.data import Move, takes_part


def costs(board: Zones, start: str) -> dict[str, int]:
    """What it costs in meters to come to each zone, along the links."""
    found = {start: 0}
    open_ = [start]
    while open_:
        zone = min(open_, key=lambda one: found[one])
        open_.remove(zone)
        for link in board.links:
            if zone in link.between:
                other = link.between[1] if link.between[0] == zone else link.between[0]
                cost = found[zone] + link.cost
                if cost < found.get(other, cost + 1):
                    found[other] = cost
                    open_.append(other)
    return found


def engaged(user: Unit, target: Unit) -> bool:
    """T41: one of the two engages the other."""
    return user.counters.get("engages") == target.id or target.counters.get("engages") == user.id


def part(ledger: Ledger) -> None:
    """T41: whoever has left a zone, by whatever way, is engaged no more and engages nobody."""
    for id_, unit in ledger.state.units.items():
        if "engages" not in unit.counters:
            continue
        other = ledger.state.units.get(str(unit.counters["engages"]))
        if other is None or not (takes_part(unit) and takes_part(other) and unit.at == other.at):
            ledger.write(e.CounterSet(unit=id_, name="engages", now=None))


def reach(state: State, user: Unit, target: Unit, n: int, kind: str) -> Refusal | None:
    """T41: melee needs to be engaged; a range reaches its own zone and linked ones no dearer than it."""
    if kind == "melee":
        if user.at == target.at and engaged(user, target):
            return None
        return Refusal("out-of-range", "T41", "not-engaged", {"unit": target.id})
    assert isinstance(state.board, Zones)
    away = distance(state.board, user, target)
    if away is not None and away <= n:
        return None
    facts = {"unit": target.id, "distance": n + 1 if away is None else away, "range": n}
    return Refusal("out-of-range", "T41", facts=facts)


def distance(board: Zones, one: Unit, other: Unit) -> int | None:
    """T41: nothing within a zone, to a linked one what the link costs; None where no link leads."""
    if one.at == other.at:
        return 0
    links = [link.cost for link in board.links if set(link.between) == {one.at, other.at}]
    return min(links, default=None)


def near(state: State, user: Unit, move: Move, said: c.Aimed) -> Aim | Refusal:
    """T41: an area strikes those the command names in `near`, in zones the move reaches."""
    named = getattr(said, "near", None) or ((said.target,) if said.target else ())
    struck = []
    for id_ in dict.fromkeys(named):
        one = state.units.get(id_)
        if one is None or one.hidden:
            continue  # a landmark
        if not takes_part(one) or one.id == user.id:
            return Refusal("no-target", "T41", "not-there", {"unit": id_})
        why = reach(state, user, one, move.range.n, "ranged")
        if why is not None:
            return why
        struck.append(id_)
    if not struck:
        return Refusal("no-target", "T41", "name-near")
    return Aim(struck=tuple(struck), target=said.target)
