"""What a move does besides damage: conditions, stages, healing, shoves (T42 effects)."""

from schemas import effects as e
from schemas.base import Cell
from schemas.state import State, Unit
from server.engine import grid
from server.engine import movedata as m
from server.engine.ledger import Ledger
from server.rules.ptu import conditions, damage, places
from server.rules.ptu.data import takes_part

MOST_STAGE = 6


def work(
    ledger: Ledger,
    user: str,
    target: str,
    effect: m.AnyMoveEffect,
    roll: int | None,
    dealt: int,
    at: Cell | None,
) -> None:
    """One effect; with `on` it is read off the accuracy die, or a d20 of its own where none fell."""
    if effect.on is not None and not _fell(ledger, user, effect.on, roll):
        return
    for id_ in _reached(ledger, user, target, effect):
        if not ledger.unit(id_).fainted:
            _work(ledger, user, id_, effect, dealt, at)


def _fell(ledger: Ledger, user: str, on: int, roll: int | None) -> bool:
    if roll is None:
        roll = ledger.roll_one("effect", user, 20)
        ledger.write(e.Checked(unit=user, what="effect", roll=roll, needs=on))
    return roll >= on


def _reached(ledger: Ledger, user: str, target: str, effect: m.AnyMoveEffect) -> list[str]:
    if effect.to in ("foes", "allies"):
        side = ledger.unit(user).side
        return [
            id_
            for id_, one in ledger.state.units.items()
            if takes_part(one) and id_ != user and (one.side == side) == (effect.to == "allies")
        ]
    return [user if effect.on_user else target]


def _work(
    ledger: Ledger, user: str, target: str, effect: m.AnyMoveEffect, dealt: int, at: Cell | None
) -> None:
    match effect:
        case m.GiveStatus():
            conditions.gain(ledger, target, effect.status, user)
        case m.Cure():
            conditions.cure(ledger, target, effect.cure, "move")
        case m.Stage():
            stage(ledger, target, effect.stat, effect.by)
        case m.Heal():
            amount = (dealt + 1) // 2 if effect.amount == "damage" else effect.amount
            damage.heal(ledger, target, amount, "move")
        case m.Push():
            shove(ledger, user, target, effect.cells, away=True)
        case m.Pull():
            shove(ledger, user, target, effect.cells, away=False)
        case m.Swap():
            _swap(ledger, user, target)
        case m.Teleport():
            _teleport(ledger, target, at)
        case m.GivePp():
            pass


def stage(ledger: Ledger, id_: str, stat: str, by: int) -> None:
    """T43: stages stay within −6 and +6."""
    before = ledger.unit(id_).stages.get(stat, 0)
    now = max(-MOST_STAGE, min(MOST_STAGE, before + by))
    if now == before:
        ledger.write(e.StageBlocked(unit=id_, stat=stat, why="limit"))
    else:
        ledger.write(e.StageChanged(unit=id_, stat=stat, by=now - before, now=now))


def fits(state: State, unit: Unit, at: Cell) -> bool:
    """Whether a unit's footprint may come to stand there."""
    wide, high = unit.footprint or (1, 1)
    taken = places.occupied(state, (unit.id,))
    walls = places.terrains(state.board).enter
    cells = [(at[0] + dx, at[1] + dy) for dy in range(high) for dx in range(wide)]
    return all(grid.on_board(state.board, one) and one not in walls and one not in taken for one in cells)


def shove(ledger: Ledger, user: str, target: str, cells: int, *, away: bool) -> None:
    """Away from or towards the user; stops at units, walls, the edge."""
    here, there = grid.cell_of(ledger.unit(user)), grid.cell_of(ledger.unit(target))
    if here is None or there is None or user == target:
        return
    one, other = _middle(ledger.unit(user)), _middle(ledger.unit(target))
    step = grid.toward(one, other) if away else grid.toward(other, one)
    at = there
    for _ in range(cells):
        onward = (at[0] + step[0], at[1] + step[1])
        if onward == at or not fits(ledger.state, ledger.unit(target), onward):
            break
        at = onward
    if at != there:
        ledger.write(e.Moved(unit=target, origin=there, to=at, how="push" if away else "pull"))


def onward(user: Unit, target: Unit) -> list[Cell]:
    """The places a meter on from the target: straight away from the user, then the more and more sidewise."""
    there = grid.cell_of(target)
    assert there is not None
    ring = list(grid.DIRECTIONS.values())
    straight = ring.index(grid.toward(_middle(user), _middle(target)))
    steps = (ring[(straight + turn) % len(ring)] for turn in (0, 1, -1, 2, -2))
    return [(there[0] + dx, there[1] + dy) for dx, dy in steps]


def _middle(unit: Unit) -> Cell:
    """The middle of a footprint, in half cells."""
    area = places.rect(unit)
    assert area is not None
    return (area[0] + area[2], area[1] + area[3])


def _swap(ledger: Ledger, user: str, target: str) -> None:
    """Places change, where both fit."""
    one, other = ledger.unit(user), ledger.unit(target)
    here, there = grid.cell_of(one), grid.cell_of(other)
    if here is None or there is None or user == target or one.footprint != other.footprint:
        return
    ledger.write(e.Moved(unit=user, origin=here, to=there, how="swap"))
    ledger.write(e.Moved(unit=target, origin=there, to=here, how="swap"))


def _teleport(ledger: Ledger, id_: str, at: Cell | None) -> None:
    if at is None or not fits(ledger.state, ledger.unit(id_), at):
        ledger.write(e.Missed(unit=id_, why="no-room"))
        return
    ledger.write(e.Moved(unit=id_, origin=ledger.unit(id_).at, to=at, how="teleport"))
