"""VGI-ColorMix-v0."""

from flowbench.envs.processes.base import ProcessEnv


class ColorMixEnv(ProcessEnv):
    """Pour paints into a bowl and stir until it matches a card.

    ## Description
    Cups hold two units of paint each; the bowl holds four. Mixtures take the colour of Kubelka and Munk's theory on seven
    bands of the spectrum. The card has the colour of one recipe, and no other ratio comes near it. Levels: `"easy"` 2 cups,
    1 : 1; `"mid"` 4 cups, two of them 2 : 1; `"hard"` 5 cups, three units of two or three paints, and a spare paint that is
    easily mistaken. An action pours a unit or stirs. A wrong paint is legal; it may put the goal out of reach. What is
    shared by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (4, 5) | int16 | a column a cup: pigment (0 white, 1 yellow, 2 blue, 3 red, 4 black, 5 green, 6 violet, 7 orange, 8 magenta, 9 cyan, 10 brown), units left, units in the bowl; -1 where there is none; row 3: red, green, blue of the card, whether the bowl is stirred, -1 |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (6,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(6)`: 0 to 4 pour a unit from a cup, the leftmost 0; 5 stirs.

    ## Reward
    1 on the step that reaches the goal, else 0. With `reward="progress"` each step also earns the share of the shortest
    way that it saves.

    ## Episode end
    Terminated at the goal; truncated after `max_steps`, by default twice the optimum and four more. Stepping on raises
    `ResetNeeded`.

    ## Info keys
    `position` (case and state: what planners see), `case_id`, `goal` and `prompt` (texts), `step`, `violations`, `seed`
    (pass it back to `reset` for the same episode), `options`; after each step `transition`, and `illegal` (the reason)
    where the action was.

    ## Arguments
    `level` ("easy", "mid", "hard"), `style` ("line", "real"), `obs_mode` ("state", "image", "both"), `mode` ("strict",
    "permissive": no illegal action can be forced here), `reward` ("sparse", "progress"), `max_steps`, `split`
    ("train", "eval", "dev"). `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-ColorMix-v0"
