"""Game2Real-MissingTiles-v0."""

from flowbench.envs.games.base import GameEnv


class MissingTilesEnv(GameEnv):
    """Put the ports on a missing tile that its neighbours ask for.

    ## Description
    Square tiles lie edge to edge. Each side of a tile has one to three slots, empty or with a port; where two tiles meet,
    both have ports in the same slots, and nothing leads off the board. One tile is asked for (`?`), and a second may be
    missing elsewhere. The agent changes the slots of the tile that is asked for and hands it in once. Exactly one tile
    fits, as each of its sides is seen on a neighbour.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (6, 6, 5) | int16 | row, column, then the sides N, E, S, W as bits (bit k: slot k + 1 holds a port) and what is there: 0 a tile, 1 a missing one, 2 the one asked for, with the ports put on it so far; -1 for what is missing or off the board |
    | `action_mask` | (13,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(13)`: side x 3 + slot changes a slot (sides N, E, S, W; slots from 0, from West to East or from North to
    South); 12 hands the tile in.

    ## Reward and episode end
    1 on handing in the right tile, else 0; terminated when the tile is handed in, right or wrong.

    ## Arguments
    `variant` ("standard"), `style` ("pipes", "circuit", "roads", "mono"). All else, also what `info` holds, is the
    same for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-MissingTiles-v0"
