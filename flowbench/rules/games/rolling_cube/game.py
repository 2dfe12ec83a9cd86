"""The rules of Rolling Cube."""

from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.cube_frames import COMPASS, FACES, QUARTER_TURN
from flowbench.rules.games.game import Ending, Game, GridSpace, Move, Setting, Solution
from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.games.rolling_cube import generator, picture
from flowbench.rules.games.rolling_cube.families import AllFaces, Checkpoint, SomeFaces, TopFace
from flowbench.rules.games.rolling_cube.records import (
    ALL_SEEN,
    STEPS,
    Cube,
    Rolls,
    centre_of,
    face_of,
    rolled,
)
from flowbench.rules.games.stickers import STICKER_COUNT, SYMBOL_COUNT, VOCABULARIES, Face, renamed

LEAST_GOAL_ROLLS = 2


class RollingCube(Game[Rolls, Cube]):
    """A cube rolls from cell to cell; its patterns travel with it.

    Variants: "follow": only the next move of the drawn path is legal, and its end is the goal. "goal": any roll on the
    board is legal; the goal is a cell with a symbol in the centre of Top.
    """

    name = "rolling_cube"
    title = "Rolling Cube"
    capability = 2
    instance_type = Rolls
    state_type = Cube
    action_count = len(COMPASS)
    grid = GridSpace((9, 9), -1, 24)
    styles = picture.STYLES
    variants = ("follow", "goal")
    pictures = (
        ("path", "board with the numbered path of the cube"),
        ("faces", "the six faces of the cube before the first roll"),
    )
    view = "play"
    families = (TopFace(), SomeFaces(), AllFaces(), Checkpoint())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Rolls:
        """A path and six faces; in the variant "goal" at least two rolls away from the goal."""
        instance = generator.draw_rolls(rng, setting)
        if setting.variant == "goal" and len(self.solve(instance, self.initial(instance)).actions) < LEAST_GOAL_ROLLS:
            raise Reject("goal too near")
        return instance

    def check(self, instance: Rolls) -> None:
        """Path on the board, six faces of nine symbols, known names."""
        sizes_fit = 1 <= instance.rows <= generator.MAX_SIDE and 1 <= instance.columns <= generator.MAX_SIDE
        cells = generator.visits(instance) if set(instance.moves) <= set(STEPS) else []
        on_board = all(0 <= row < instance.rows and 0 <= column < instance.columns for row, column in cells)
        path_fits = 1 <= len(instance.moves) <= generator.MAX_ROLLS and bool(cells) and on_board
        often = max((cells.count(cell) for cell in cells), default=0)
        faces_fit = len(instance.faces) == len(FACES) and all(_is_face(face) for face in instance.faces)
        names_fit = instance.vocabulary in VOCABULARIES and instance.variant in self.variants
        if not (sizes_fit and path_fits and often <= generator.MAX_VISITS and faces_fit and names_fit):
            raise BadValue(
                f"A Rolling Cube instance has a board of up to {generator.MAX_SIDE} x {generator.MAX_SIDE} cells, a "
                f"path of 1 to {generator.MAX_ROLLS} rolls on it that visits no cell more than {generator.MAX_VISITS} "
                "times, six faces of nine stickers that hold each symbol from 0 to 5, a vocabulary of "
                f"{sorted(VOCABULARIES)} and a variant of {self.variants}; got {instance}."
            )

    def initial(self, instance: Rolls) -> Cube:
        """The cube on its first cell, not turned."""
        return Cube(*instance.start)

    def hindrance(self, instance: Rolls, state: Cube, action: int) -> str | None:
        """Off the board, or not the next move of the path."""
        if instance.variant == "follow":
            if state.done >= len(instance.moves):
                return "the path is at its end"
            return None if COMPASS[action] == instance.moves[state.done] else "not the next move of the path"
        down, right = STEPS[COMPASS[action]]
        inside = 0 <= state.row + down < instance.rows and 0 <= state.column + right < instance.columns
        return None if inside else "the board ends there"

    def mask(self, instance: Rolls, state: Cube) -> NDArray[np.int8]:
        """(4,) N, E, S, W."""
        mask = np.zeros(len(COMPASS), dtype=np.int8)
        if instance.variant == "goal":
            row, column = state.row, state.column
            mask[:] = row > 0, column + 1 < instance.columns, row + 1 < instance.rows, column > 0
        elif state.done < len(instance.moves):
            mask[COMPASS.index(instance.moves[state.done])] = 1
        return mask

    def advance(self, instance: Rolls, state: Cube, action: int) -> Move[Cube]:
        """One roll."""
        return Move(rolled(state, COMPASS[action], int(instance.variant == "follow")))

    def ending(self, instance: Rolls, state: Cube) -> Ending | None:
        """The goal, or nothing: a cube can always roll on."""
        if instance.variant == "follow":
            return "goal" if state.done == len(instance.moves) else None
        here = (state.row, state.column, centre_of(instance, state.orientation, 0))
        return "goal" if here == instance.target else None

    def solve(self, instance: Rolls, state: Cube) -> Solution:
        """The rest of the path, or a shortest way to the goal by breadth-first search over 24 states a cell."""
        if instance.variant == "follow":
            return Solution(tuple(COMPASS.index(move) for move in instance.moves[state.done :]), "determined")
        return Solution(self._search(instance, state), "optimal")

    def _search(self, instance: Rolls, start: Cube) -> tuple[int, ...]:
        plans: dict[Cube, tuple[int, ...]] = {start: ()}
        queue = deque([start])
        while queue:
            state = queue.popleft()
            if self.ending(instance, state) == "goal":
                return plans[state]
            for action in np.flatnonzero(self.mask(instance, state)):
                reached = rolled(state, COMPASS[action], 0)
                if reached not in plans:
                    plans[reached] = (*plans[state], int(action))
                    queue.append(reached)
        raise NoPlan("no rolls bring the symbol to the top of the goal cell")

    def observe(self, instance: Rolls, state: Cube) -> NDArray[np.int16]:
        """(9, 9). Rows 0 to 5: the present faces in the order of `FACES`, their nine stickers (0 to 5) row by row.

        Row 6: rows and columns of the board, row and column of the cube, moves done, then row, column and symbol of
        the goal (-1 in the variant "follow"), then 0 for "follow" and 1 for "goal". Rows 7 and 8: the moves of the path
        (0 to 3 for N, E, S, W), padded with -1; in the variant "goal" all -1.
        """
        grid = np.empty(self.grid.shape, dtype=np.int16)
        flat = grid.ravel()
        flat[:54] = instance.stickers[ALL_SEEN[state.orientation]]
        flat[54:59] = instance.rows, instance.columns, state.row, state.column, state.done
        flat[59:] = instance.task
        return grid

    def text(self, instance: Rolls, state: Cube) -> str:
        """Board, task, and the six faces."""
        words = VOCABULARIES[instance.vocabulary].words
        lines = [f"board {instance.rows} x {instance.columns}, cube at R{state.row + 1}C{state.column + 1}"]
        if instance.variant == "follow":
            lines.append(f"path {instance.moves}, {state.done} of {len(instance.moves)} rolls done")
        else:
            row, column, symbol = instance.target
            lines.append(f"goal R{row + 1}C{column + 1} with {words[symbol]} in the centre of Top")
        for face, name in enumerate(FACES):
            stickers = [words[symbol] for symbol in face_of(instance, state.orientation, face)]
            lines.append(f"{name}: " + " / ".join(" ".join(stickers[k : k + 3]) for k in (0, 3, 6)))
        return "\n".join(lines)

    def draw(self, instance: Rolls, state: Cube, style: str, role: str) -> Picture:
        """Role "path", "faces" or "play"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Rolls) -> Any:
        """Faces up to renaming and the path, up to the four turns of the board; with the goal, the board too."""
        return min(_description(turned) for turned in _turns(instance))

    def hint(self, instance: Rolls) -> str:
        """How the cube rolls, and how each face is read."""
        words = ", ".join(VOCABULARIES[instance.vocabulary].words)
        return (
            "A cube stands on a board and rolls, without slipping, over one of its lower edges into the next cell at "
            "every step. The numbers on the board give the order in which cells are entered, 0 is where it starts. "
            "North is at the top of the board. Faces are named by where they are in the world at that moment and are "
            "read from outside: Top with North up, Bottom with South up (West on the left in both), and the four side "
            "faces with the sky up. Rows are read from top to bottom, each from left to right. Only which symbol is "
            f"where counts, not how a symbol itself is turned. Symbols: {words}."
        )

    def action_name(self, instance: Rolls, action: int) -> str:
        """For example "roll east"."""
        return f"roll {('north', 'east', 'south', 'west')[action]}"


def _is_face(face: Face) -> bool:
    return len(face) == STICKER_COUNT and set(face) == set(range(SYMBOL_COUNT))


def _turns(instance: Rolls) -> list[Rolls]:
    """The instance and what it becomes when board and cube are turned by one, two and three quarters."""
    turns = [instance]
    for _ in range(3):
        last = turns[-1]
        turns.append(
            Rolls(
                rows=last.columns,
                columns=last.rows,
                start=(last.columns - 1 - last.start[1], last.start[0]),
                moves="".join(COMPASS[COMPASS.index(move) - 1] for move in last.moves),
                faces=tuple(face_of(last, QUARTER_TURN, face) for face in range(len(FACES))),
                vocabulary=last.vocabulary,
                variant=last.variant,
            )
        )
    return turns


def _description(instance: Rolls) -> list[Any]:
    faces = [list(face) for face in renamed(instance.faces)]
    if instance.variant == "follow":
        return [faces, instance.moves]
    row, column, symbol = instance.target
    renamed_symbol = faces[0][instance.faces[0].index(symbol)]  # every face holds every symbol
    return [faces, instance.rows, instance.columns, list(instance.start), [row, column], renamed_symbol]
