"""Scores as tables for people."""

from collections.abc import Iterator, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from flowbench.evaluation.game_answers import GameReport, GameScore
from flowbench.evaluation.reports import ModeReport, Report
from flowbench.evaluation.splits import Rate
from flowbench.evaluation.world_models import WorldReport

WIDTH = 110  # columns where the output is no terminal
NOTHING = "-"


def print_answers(report: Report) -> None:
    """One table a mode, and the imagination gap."""
    console = _console()
    for mode, scores in report.modes.items():
        console.print(_mode_table(mode, scores))
        for line in _notes(scores):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    for effort, gap in report.imagination_gap.items():
        console.print(
            f"Imagination gap, acc(2{effort}) - acc(1{effort}): {_signed(gap.value)} "
            f"[{_signed(gap.low)}, {_signed(gap.high)}], of category means {_signed(gap.category_mean)}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )


def print_world(report: WorldReport) -> None:
    """The predictions beside the references."""
    table = Table(title=f"World model, {report.items} items", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("")
    for name in ("Acc %", "95 %", "rEPE mean", "rEPE median", "Blank %", "Dir deg", "dPSNR dB"):
        table.add_column(name, justify="right")
    for name, row in report.rows.items():
        table.add_row(
            name,
            NOTHING if row.accuracy is None else _percent(row.accuracy.value),
            NOTHING if row.accuracy is None else _interval(row.accuracy),
            _number(row.repe_mean, ".3f"),
            _number(row.repe_median, ".3f"),
            NOTHING if row.blank is None else _percent(row.blank),
            _number(row.direction_deg, ".1f"),
            _number(row.dpsnr_db, "+.2f"),
        )
    _console().print(table)


def print_games(report: GameReport) -> None:
    """One table: everything, then by game, capability, family, format and difficulty."""
    table = Table(title=f"Questions about games, {report.items} items", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("")
    for name in ("n", "accuracy %", "95 %", "chance %", "no answer", "off format"):
        table.add_column(name, justify="right")
    _add_game(table, "all", report.overall)
    for kind, scores in report.groups.items():
        table.add_section()
        for name, found in scores.items():
            _add_game(table, f"{kind} {name}" if kind in ("capability", "difficulty") else name, found)
    console = _console()
    console.print(table)
    read = NOTHING if report.read_accuracy is None else _percent(report.read_accuracy)
    console.print(f"Accuracy over the replies in the format asked for: {read}", markup=False, highlight=False)


def _add_game(table: Table, name: str, found: GameScore) -> None:
    apart = (str(found.no_answer), str(found.off_format))
    table.add_row(name, str(found.n), _percent(found.value), _interval(found), _percent(found.chance), *apart)


def _mode_table(mode: str, scores: ModeReport) -> Table:
    table = Table(title=f"Mode {mode}", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("")
    for name in ("n", "accuracy %", "95 %", "chance %"):
        table.add_column(name, justify="right")
    for name, found in scores.categories.items():
        _add(table, name, found, scores.chance_categories[name])
    table.add_section()
    _add(table, "all", scores.overall, scores.chance)
    table.add_row("category mean", "", _percent(scores.category_mean), "", _percent(scores.chance_mean))
    for groups in (scores.changed, scores.kinds, scores.lengths):
        table.add_section()
        for name, found in groups.items():
            _add(table, name, found, None)
    return table


def _add(table: Table, name: str, found: Rate, chance: float | None) -> None:
    guessing = "" if chance is None else _percent(chance)
    table.add_row(name, str(found.n), _percent(found.value), _interval(found), guessing)


def _notes(scores: ModeReport) -> Iterator[str]:
    """What has no place in a table."""
    if scores.gap is not None:
        mix = "" if scores.gap_mix is None else f", within categories {_signed(scores.gap_mix)}"
        yield f"Gap, acc(unchanged) - acc(changed): {_signed(scores.gap)}{mix}"
    if scores.stale is not None:
        stale = scores.stale
        yield f"Stale {_percent(stale.value)} (chance {_percent(stale.chance)}) of {stale.n} wrong answers"
    if len(scores.shuffles) > 1:
        yield f"Answer orders: {_listed({name: _percent(value) for name, value in scores.shuffles.items()})}"
    if scores.unread:
        read = NOTHING if scores.read_accuracy is None else _percent(scores.read_accuracy)
        yield f"Unread: {_listed(scores.unread)}; accuracy over the others {read}"


def _listed(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items())


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def _percent(share: float) -> str:
    return f"{100.0 * share:.1f}"


def _signed(share: float) -> str:
    return f"{100.0 * share:+.1f}"


def _interval(found: Rate | GameScore) -> str:
    return f"{_percent(found.low)} to {_percent(found.high)}"


def _number(value: float | None, form: str) -> str:
    return NOTHING if value is None else format(value, form)
