"""How often each answer is wanted, by preset and category."""

from collections.abc import Mapping

from flowbench.errors import UnknownName

PRESETS = ("balanced", "paper", "paper_literal")
_PAPER_NO_RATES = {"occlusion": 0.20, "contact_wall": 0.08, "feasibility": 0.55}


def yes_no_rates(category: str, preset: str) -> Mapping[str, float]:
    """Share of each answer a preset wants of a yes/no category: half and half in "balanced", else the paper's.

    >>> yes_no_rates("occlusion", "paper")
    {'yes': 0.8, 'no': 0.2}
    """
    if preset not in PRESETS:
        raise UnknownName.among("preset", preset, PRESETS)
    no = 0.5 if preset == "balanced" else _PAPER_NO_RATES.get(category, 0.5)
    return {"yes": 1.0 - no, "no": no}
