"""Game2Real-RollingCube-v0."""

from flowbench.envs.games.base import GameEnv


class RollingCubeEnv(GameEnv):
    """Roll a cube with patterned faces over a board.

    ## Description
    A cube with six different 3 x 3 patterns stands on a board. Every action rolls it over one of its lower edges into a
    neighbouring cell, so that its faces change places and turn. Two variants: in `"follow"` a numbered path is drawn and
    only its next move is legal; the goal is its end. In `"goal"` any roll on the board is legal; the goal is a given cell
    with a given symbol in the centre of the Top face, and a breadth-first search over all 24 orientations of the cube in
    every cell proves the shortest way.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (9, 9) | int16 | rows 0 to 5: the faces top, bottom, north, south, east, west as they are now, nine symbols (0 to 5) each, read from outside; row 6: rows and columns of the board, row and column of the cube (from 0), moves done, row, column and symbol of the goal (-1 in `"follow"`), 1 for `"goal"`; rows 7 and 8: the moves of the path (0 to 3), padded with -1 |
    | `action_mask` | (4,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(4)`: 0 north (up on the board), 1 east, 2 south, 3 west.

    ## Reward and episode end
    1 on the step that reaches the goal, else 0; terminated at the goal.

    ## Arguments
    `variant` ("follow", "goal"), `style` ("discs", "arrows", "mono"). All else, also what `info` holds, is the same
    for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-RollingCube-v0"
