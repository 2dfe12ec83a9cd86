"""Game2Real-BlockCounting-v0."""

from flowbench.envs.games.base import GameEnv


class BlockCountingEnv(GameEnv):
    """Find the heights of all columns of a pile of cubes that is seen from one corner.

    ## Description
    Cubes are piled on a square floor of 3 x 3 to 5 x 5 tiles; none floats. The pile is seen from above one of its corners
    and partly hides itself, but the top of every column is at least half in sight, so that only one pile looks like this.
    Actions raise and lower the guessed height of one column; the last one hands the guess in.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (16, 20) | int16 | what is seen, not what is there. Rows 0 to 9: the picture as triangles of an isometric lattice. Along the line of sight a point has the coordinates a = x - z, b = y - z (x, y towards the viewer, z up); the unit square (a, b), both from -5, is row a + 5, its two halves are columns 2 b + 10 and 2 b + 11; 0 floor, 1 top, 2 and 3 the left and right sides of cubes. Rows 10 to 14, columns 0 to 4: the guess, from North to South and West to East. Row 15: side of the base, greatest height, corner (0 south-east, 1 south-west, 2 north-west, 3 north-east). -1 elsewhere |
    | `action_mask` | (51,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(51)`: 2 (5 row + column) raises the guess of a column by one cube, 2 (5 row + column) + 1 lowers it, 50 submits.

    ## Reward and episode end
    1 for submitting the right heights, else 0; terminated by submitting.

    ## Arguments
    `variant` ("standard"), `style` ("plain", "wood", "mono"). All else, also what `info` holds, is the same for all
    games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-BlockCounting-v0"
