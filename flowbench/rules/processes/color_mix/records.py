"""Instance and state of Color Mix, and where its vessels stand."""

from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.color_mix.pigments import mixed_colour
from flowbench.rules.processes.entity import Colour

MOST_CUPS = 5
FULL = 2  # units in each cup at first
CAPACITY = 4  # units that the bowl holds
STIR = MOST_CUPS  # the action that stirs; those before it pour a unit from a cup
GOAL_DE = 6.0  # CIEDE2000 within which the bowl matches the card

CUP_RADIUS_M, CUP_HIGH_M, UNIT_HIGH_M = 0.055, 0.12, 0.045  # inside of a cup, and how high a unit stands in it
BOWL_RADIUS_M, BOWL_HIGH_M = 0.085, 0.10
RISE_M = UNIT_HIGH_M * (CUP_RADIUS_M / BOWL_RADIUS_M) ** 2  # of the bowl's level for each unit: volumes are equal
FLOOR_M = 0.006  # thickness of a vessel's bottom
STICK_M, STICK_GRIP_M = 0.22, 0.18  # length of the stick, and where it is held, from its lower end
STICK_HOME = (0.175, 0.012, 0.188)  # of the point where it is held
BEHIND_M = 0.002  # paint stands so far behind the middle of its glass: flat drawings show the glass before it
_LEFT_M, _RIGHT_M, _PITCH_M = -0.24, 0.30, 0.135


@dataclass(frozen=True)
class Paints:
    """An instance: the pigment of each cup from left to right, and the units of each that make the card's colour."""

    pigments: tuple[str, ...]
    recipe: tuple[int, ...]

    @cached_property
    def target(self) -> Colour:
        """The colour of the card."""
        return mixed_colour(self.pigments, self.recipe)

    @property
    def count(self) -> int:
        """Number of cups."""
        return len(self.pigments)

    def side(self, cup: int) -> int:
        """1 for a cup on the left, which is tipped to the right; -1 for one on the right."""
        return 1 if cup < (self.count + 1) // 2 else -1

    def cup_x(self, cup: int) -> float:
        """Middle of a cup."""
        left = (self.count + 1) // 2
        x = _LEFT_M - (left - 1 - cup) * _PITCH_M if cup < left else _RIGHT_M + (cup - left) * _PITCH_M
        return round(x, 4)


@dataclass(frozen=True, slots=True)
class Bowl:
    """A state.

    Attributes:
        poured: the units in the bowl of the paint of each cup.
        stirred: whether they have been stirred.
        lost: by violations, the units that left each cup and did not come into the bowl; below 0 those that came into
            it from nowhere. Empty where none did.
    """

    poured: tuple[int, ...]
    stirred: bool
    lost: tuple[int, ...] = ()

    def left(self, cup: int) -> int:
        """What a cup still holds."""
        return FULL - self.poured[cup] - (self.lost[cup] if self.lost else 0)

    @property
    def units(self) -> int:
        """How much is in the bowl."""
        return sum(self.poured)
