"""What a move does besides damage (P22), and what abilities add (P45)."""

from schemas import effects as e
from schemas.base import Cell
from schemas.state import Unit
from server.engine import grid
from server.engine import movedata as m
from server.engine.ledger import Ledger
from server.rules.pmd import statuses
from server.rules.pmd.data import Hook, Move, ability_of, held_by, terrains


def work(
    ledger: Ledger, user: str, target: str, effect: m.AnyMoveEffect, dealt: int, at: Cell | None
) -> None:
    """One effect on one unit; with `on` it needs its die. On one who fainted nothing works, nor is rolled."""
    if ledger.unit(target).fainted or (effect.on is not None and not _fell(ledger, user, effect.on)):
        return
    match effect:
        case m.GiveStatus():
            statuses.gain(ledger, target, effect.status, user)
        case m.Cure():
            cure(ledger, target, effect.cure, "move")
        case m.Stage():
            _stage(ledger, user, target, effect)
        case m.Heal():
            heal(ledger, target, (dealt + 1) // 2 if effect.amount == "damage" else effect.amount, "move")
        case m.GivePp():
            give_pp(ledger, target, effect.by)
        case m.Push():
            _shove(ledger, user, target, effect.cells, away=True)
        case m.Pull():
            _shove(ledger, user, target, effect.cells, away=False)
        case m.Swap():
            _swap(ledger, user, target)
        case m.Teleport():
            _teleport(ledger, target, at)


def _fell(ledger: Ledger, user: str, on: int) -> bool:
    roll = ledger.roll_one("effect", user, 10)
    ledger.write(e.Checked(unit=user, what="effect", roll=roll, needs=on))
    return roll >= on


def cure(ledger: Ledger, id_: str, names: tuple[str, ...] | str, why: str) -> None:
    """P22: takes off what is named, or all."""
    for name in tuple(ledger.unit(id_).statuses):
        if names == "all" or name in names:
            ledger.write(e.StatusLost(unit=id_, status=name, why=why))


def heal(ledger: Ledger, id_: str, amount: int, cause: str) -> None:
    """P24: never past the maximum, and what is told is what it really gave."""
    unit = ledger.unit(id_)
    gained = min(amount, unit.max_hp - unit.hp)
    if gained > 0:
        ledger.write(e.Healed(unit=id_, amount=gained, now=unit.hp + gained, cause=cause))


def give_pp(ledger: Ledger, id_: str, by: int) -> None:
    """P22: PP change, between 0 and the maximum."""
    pool = ledger.unit(id_).pools["pp"]
    now = max(0, min(pool.max, pool.now + by))
    if now != pool.now:
        ledger.write(e.PoolChanged(unit=id_, pool="pp", now=now))


def _stage(ledger: Ledger, user: str, target: str, effect: m.Stage) -> None:
    """P22; P41: an enemy does not lower the stages of who holds a clear amulet."""
    unit = ledger.unit(target)
    item = held_by(ledger.state, unit)
    hostile = ledger.unit(user).side != unit.side
    if effect.by < 0 and hostile and item is not None and item.keeps_stages:
        ledger.write(e.StageBlocked(unit=target, stat=effect.stat, why=item.id))
        return
    now = unit.stages.get(effect.stat, 0) + effect.by
    ledger.write(e.StageChanged(unit=target, stat=effect.stat, by=effect.by, now=now))


def free(ledger: Ledger, cell: Cell) -> bool:
    """Whether a unit may come to stand there."""
    state = ledger.state
    return (
        grid.on_board(state.board, cell)
        and cell not in terrains(state.board).enter
        and cell not in grid.standing(state)
    )


def _shove(ledger: Ledger, user: str, target: str, cells: int, *, away: bool) -> None:
    """P22: away from or towards the user; stops at units, walls, the edge."""
    here, there = grid.cell_of(ledger.unit(user)), grid.cell_of(ledger.unit(target))
    if here is None or there is None or here == there:
        return
    step = grid.toward(here, there) if away else grid.toward(there, here)
    at = there
    for cell in grid.line(ledger.state.board, there, step, cells):
        if not free(ledger, cell):
            break
        at = cell
    if at != there:
        ledger.write(e.Moved(unit=target, origin=there, to=at, how="push" if away else "pull"))


def _swap(ledger: Ledger, user: str, target: str) -> None:
    """P22: places change."""
    here, there = ledger.unit(user).at, ledger.unit(target).at
    if here is None or there is None or user == target:
        return
    ledger.write(e.Moved(unit=user, origin=here, to=there, how="swap"))
    ledger.write(e.Moved(unit=target, origin=there, to=here, how="swap"))


def _teleport(ledger: Ledger, id_: str, at: Cell | None) -> None:
    """P22: to the command's `at`; where it was taken meanwhile, nothing happens."""
    if at is None or not free(ledger, at):
        ledger.write(e.Missed(unit=id_, why="no-room"))
        return
    ledger.write(e.Moved(unit=id_, origin=ledger.unit(id_).at, to=at, how="teleport"))


# ---- abilities ---------------------------------------------------------------------------------------


def hooks(ledger: Ledger, id_: str, when: str, other: str | None = None, move: Move | None = None) -> None:
    """P45: what the unit's ability does at this moment."""
    unit = ledger.unit(id_)
    for hook in ability_of(unit).hooks:
        if hook.when == when and not ledger.unit(id_).fainted and _applies(ledger.unit(id_), hook, move):
            for effect in hook.effects:
                for target in _reached(ledger, unit, effect, other):
                    work(ledger, id_, target, effect, 0, None)


def _applies(unit: Unit, hook: Hook, move: Move | None) -> bool:
    wish = hook.condition
    if wish.hp_at_most is not None and unit.hp * wish.hp_at_most[1] > unit.max_hp * wish.hp_at_most[0]:
        return False
    if wish.type is not None and (move is None or move.type != wish.type):
        return False
    if wish.category is not None and (move is None or move.category != wish.category):
        return False
    return wish.contact is None or (move is not None and (move.range == 1) == wish.contact)


def _reached(ledger: Ledger, unit: Unit, effect: m.AnyMoveEffect, other: str | None) -> list[str]:
    if effect.on_user:
        return [unit.id]
    if effect.to in ("foes", "allies"):
        return [
            id_
            for id_, one in ledger.state.units.items()
            if one.at is not None and not one.hidden and id_ != unit.id
            if (one.side == unit.side) == (effect.to == "allies")
        ]
    return [] if other is None else [other]
