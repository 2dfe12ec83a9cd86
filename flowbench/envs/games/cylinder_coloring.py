"""Game2Real-CylinderColoring-v0."""

from flowbench.envs.games.base import GameEnv


class CylinderColoringEnv(GameEnv):
    """Walk round a painted cylinder to the side from which it looks as wanted.

    ## Description
    The side of a cylinder is painted in 2 to 5 rings of eight patches. From each of eight azimuths half of it is seen.
    Every action goes round by an eighth, or hands the present view in. The game is won when it looks as wanted. The first
    view is one of the two that a question shows; they determine the wanted one.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (6, 8) | int16 | rows 0 to 4: of each ring, from the top, the four colours seen now, from left to right, then the four wanted (numbers in the palette), padded with -1; row 5: azimuth now, both given azimuths, azimuth wanted (0 to 7), number of rings, of colours, 1 if an arrow on the top points to azimuth 0, 1 once handed in |
    | `action_mask` | (3,) | int8 | 1 where the action is legal: always, until a view is handed in |

    ## Action space
    `Discrete(3)`: 0 go 45 degrees clockwise as seen from above, 1 go 45 degrees counter-clockwise, 2 hand in.

    ## Reward and episode end
    1 on the step that hands in the right view, else 0; terminated when a view is handed in.

    ## Arguments
    `variant` ("standard"), `style` ("flat", "shaded", "mono"). All else, also what `info` holds, is the same for
    all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-CylinderColoring-v0"
