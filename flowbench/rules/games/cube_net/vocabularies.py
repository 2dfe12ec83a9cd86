"""The symbols on the stickers of a net: marks, digits, or the colours themselves."""

from collections.abc import Mapping

from flowbench.rules.games.stickers import VOCABULARIES as SHARED
from flowbench.rules.games.stickers import Vocabulary

COLOURS = "colours"
VOCABULARIES: Mapping[str, Vocabulary] = {
    "marks": SHARED["marks"],
    "digits": SHARED["digits"],
    COLOURS: Vocabulary(("red", "yellow", "green", "blue", "purple", "white"), drawn=True),
}
"""No letters: those are on the squares."""
