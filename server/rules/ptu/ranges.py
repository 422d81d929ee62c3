"""T47: whom a move strikes, by the shape of its range and what blocks."""

from schemas import commands as c
from schemas.state import State, Unit, Zones
from server.engine.refusals import Refusal
from server.rules.ptu import areas, places, zones
from server.rules.ptu.aiming import Aim
from server.rules.ptu.data import AIMED, DIRECTED, PLACED, Move, number, takes_part
from server.rules.ptu.places import rect


def aim(state: State, user: Unit, move: Move, said: c.Aimed) -> Aim | Refusal:
    """T47, T51: the move aimed as the command says, or why it strikes nobody."""
    found = _aim(state, user, move, said)
    if isinstance(found, Aim):
        for name in (said.target, *(getattr(said, "near", None) or ())):
            why = charmed(user, state.units[name]) if name in found.struck else None
            if why is not None:
                return why
    return found


def meant(state: State, user: Unit, move: Move, said: c.Aimed) -> Aim:
    """Contract 4: whom a forced one strikes where nobody could be aimed at: who is named or in its square."""
    found = _aim(state, user, move, said)  # charmed or not
    if isinstance(found, Aim):
        return found
    named = [said.target, *(getattr(said, "near", None) or ())]
    if move.range.kind in PLACED and isinstance(said.at, tuple):
        named += areas.within(state, user, move, said.at)
    struck = tuple(id_ for id_ in dict.fromkeys(named) if id_ in state.units and takes_part(state.units[id_]))
    return Aim(struck=struck, target=said.target, direction=said.direction)


def _aim(state: State, user: Unit, move: Move, said: c.Aimed) -> Aim | Refusal:
    kind = move.range.kind
    if kind == "self":
        return Aim(struck=(user.id,))
    if kind == "field":
        return areas.area_of(state, user, [one.id for one in areas.others(state, user)])
    if kind in AIMED:
        return _at_target(state, user, move, said.target)
    if isinstance(state.board, Zones):
        return zones.near(state, user, move, said)
    if rect(user) is None:
        return Refusal("no-target", "T47", "nobody-in-area")
    if kind == "burst":
        return areas.burst(state, user, move)
    if kind in DIRECTED:
        return areas.directed(state, user, move, said)
    assert kind in PLACED
    return areas.placed(state, user, move, said.at)


def _at_target(state: State, user: Unit, move: Move, target: str | None) -> Aim | Refusal:
    if target is None:
        return Refusal("no-target", "T47", "name-target-of")
    one = state.units.get(target)
    if one is None or one.hidden:
        return Refusal("unknown-unit", "T47", facts={"unit": target})
    if one.fainted:
        return Refusal("no-target", "T47", "fainted", {"unit": target})
    if one.id == user.id or not takes_part(one):
        return Refusal("no-target", "T47", "not-there", {"unit": target})
    why = reach(state, user, one, 1 if move.range.kind == "melee" else move.range.n, move.range.kind)
    return Aim(struck=(target,), target=target) if why is None else why


def charmed(user: Unit, target: Unit) -> Refusal | None:
    """T51: why an infatuated unit may not target this one this turn."""
    status = user.statuses.get("infatuation")
    if status is None or status.source != target.id or not number(user, "charmed"):
        return None
    return Refusal("cannot-act", "T51", "charmed-by", {"unit": user.id, "by": target.id})


def reach(state: State, user: Unit, target: Unit, n: int, kind: str, rule: str = "T47") -> Refusal | None:
    """T35, T38, T39, T41: why a unit is not reached."""
    if isinstance(state.board, Zones):
        return zones.reach(state, user, target, n, kind)
    one, other = rect(user), rect(target)
    if one is None or other is None:
        return None
    away = places.distance(one, other)
    if (kind == "melee" and not places.touch(one, other)) or (kind != "melee" and away > n):
        facts = {"unit": target.id, "distance": away, "range": n}
        return Refusal("out-of-range", rule, facts=facts)
    if places.sight(state, user, target) is None:
        return Refusal("blocked", "T35", "sight-blocked", {"unit": target.id})
    return None
