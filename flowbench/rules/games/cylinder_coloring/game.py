"""The rules of Cylinder Coloring."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.cylinder_coloring import generator, picture, symmetry
from flowbench.rules.games.cylinder_coloring.families import MissingView
from flowbench.rules.games.cylinder_coloring.records import (
    EIGHTH_DEG,
    SECTORS,
    SEEN,
    WORDS,
    Cylinder,
    Eye,
    degrees,
    is_determined,
)
from flowbench.rules.games.game import GridSpace, Move, Setting
from flowbench.rules.games.handing_in import HandingInGame

BACK, ON, SUBMIT = range(3)
STEP = {BACK: -1, ON: 1}


class CylinderColoring(HandingInGame[Cylinder, Eye]):
    """Walk round a painted cylinder to the side from which it looks as wanted."""

    name = "cylinder_coloring"
    title = "Cylinder Coloring"
    capability = 2
    instance_type = Cylinder
    state_type = Eye
    action_count = 3
    grid = GridSpace((generator.MAX_RINGS + 1, 2 * len(SEEN)), -1, SECTORS)
    styles = picture.STYLES
    pictures = (
        ("view1", "first view of the cylinder, with its azimuth"),
        ("view2", "second view of the cylinder, with its azimuth"),
    )
    view = "play"
    work, proof = "the view", "optimal"
    families = (MissingView(),)

    def sample(self, rng: np.random.Generator, setting: Setting) -> Cylinder:
        """A cylinder; the view asked for is determined by those given."""
        return generator.draw_cylinder(rng, setting)

    def check(self, instance: Cylinder) -> None:
        """Rings of eight known colours, and a target view that those given determine and do not equal."""
        palette, rings = instance.palette, instance.rings
        fits = (
            2 <= len(palette) <= generator.MAX_COLOURS
            and len(set(palette)) == len(palette)
            and set(palette) <= set(WORDS)
        )
        fits = fits and generator.LEAST_RINGS <= len(rings) <= generator.MAX_RINGS
        fits = fits and all(len(ring) == SECTORS and set(ring) <= set(range(len(palette))) for ring in rings)
        azimuths = range(SECTORS)
        fits = fits and all(azimuth in azimuths for azimuth in (*instance.references, instance.target))
        fits = fits and is_determined(instance.references, instance.target)
        if not fits or instance.view(instance.target) in map(instance.view, instance.references):
            raise BadValue(
                f"A Cylinder Coloring instance has 2 to {generator.MAX_COLOURS} different colours of {WORDS}, "
                f"{generator.LEAST_RINGS} to {generator.MAX_RINGS} rings of eight of them, two references and a target "
                "from 0 to 7, and the references show all that is seen from the target, but look different; "
                f"got {instance}."
            )

    def initial(self, instance: Cylinder) -> Eye:
        """The first of the given views."""
        return Eye(instance.references[0])

    def flaw_of_change(self, instance: Cylinder, state: Eye, action: int) -> str | None:
        """Nothing is in the way."""
        return None

    def mask(self, instance: Cylinder, state: Eye) -> NDArray[np.int8]:
        """(3,) back, on, hand in."""
        return np.full(self.action_count, int(not state.submitted), dtype=np.int8)

    def advance(self, instance: Cylinder, state: Eye, action: int) -> Move[Eye]:
        """Go round by an eighth, or hand in."""
        if action == SUBMIT:
            return Move(Eye(state.azimuth, submitted=True))
        return Move(Eye((state.azimuth + STEP[action]) % SECTORS))

    def is_right(self, instance: Cylinder, state: Eye) -> bool:
        """Whether the view looks as wanted."""
        return instance.view(state.azimuth) == instance.view(instance.target)

    def corrections(self, instance: Cylinder, state: Eye) -> Iterable[int]:
        """The shorter way round to the nearest azimuth that looks as wanted."""
        wanted = instance.view(instance.target)
        turns = [turn for turn in range(-SECTORS // 2, SECTORS // 2) if instance.view(state.azimuth + turn) == wanted]
        turn = min(turns, key=lambda turn: (abs(turn), turn))
        return (BACK if turn < 0 else ON,) * abs(turn)

    def observe(self, instance: Cylinder, state: Eye) -> NDArray[np.int16]:
        """(6, 8). Rows 0 to 4: of each ring the four colours seen now, then the four wanted; padded with -1.

        Row 5: azimuth now, both given azimuths, azimuth wanted, number of rings and colours, 1 with an arrow, 1 once
        handed in.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        count = len(instance.rings)
        grid[:count, : len(SEEN)] = instance.view(state.azimuth)
        grid[:count, len(SEEN) :] = instance.view(instance.target)
        facts = (state.azimuth, *instance.references, instance.target, count, len(instance.palette), instance.arrow)
        grid[-1] = (*facts, state.submitted)
        return grid

    def text(self, instance: Cylinder, state: Eye) -> str:
        """What is seen and what is wanted."""
        lines = [f"{'handed in' if state.submitted else 'seen'} from azimuth {degrees(state.azimuth)}"]
        lines += [" ".join(ring) for ring in instance.named(instance.view(state.azimuth))]
        lines.append(f"wanted: the view from azimuth {degrees(instance.target)}")
        lines += [" ".join(ring) for ring in instance.named(instance.view(instance.target))]
        return "\n".join(lines)

    def draw(self, instance: Cylinder, state: Eye, style: str, role: str) -> Picture:
        """Role "view1", "view2" or "play"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Cylinder) -> Any:
        """Rings and views up to turning, mirroring and renaming."""
        return symmetry.canonical(instance)

    def hint(self, instance: Cylinder) -> str:
        """What azimuths are, and what a view shows."""
        arrow = " An arrow on the top points to azimuth 0\u00b0." if instance.arrow else ""
        return (
            f"The side of a cylinder is painted in rings of {SECTORS} equal patches. A view shows it from one side, a "
            "little from above, without perspective; half of the side is seen, and patches look narrower towards the "
            "left and right edge. The azimuth says from where one looks: 0\u00b0 to 360\u00b0, counter-clockwise as "
            "seen from above, as the small plan beside each given view shows it, in which the dot is the eye. Each "
            f"view is centred on the line between two patches.{arrow} Colours: {', '.join(instance.palette)}."
        )

    def action_name(self, instance: Cylinder, action: int) -> str:
        """For example "go 45 degrees counter-clockwise"."""
        if action == SUBMIT:
            return "hand in"
        return f"go {EIGHTH_DEG} degrees {'counter-clockwise' if action == ON else 'clockwise'}"
