"""What the words of a room question stand for: forms that mean the same, under the sense they share.

A rewording may exchange the forms of one sense for each other, and nothing else in these tables: whoever swaps "left"
for "right", "hides" for "is hidden", "at most" for "at least" or puts in a "not" asks another question. Where two of
these forms overlap in a text, the longer one counts ("no further than" holds no "no").
"""

from collections.abc import Mapping

Forms = Mapping[str, tuple[str, ...]]

DIRECTIONS: Forms = {
    "left": ("left", "leftward", "leftwards"),
    "right": ("right", "rightward", "rightwards"),
    "up": ("up", "upward", "upwards", "raise", "raised", "raising", "lift", "lifted", "lifting", "above", "higher"),
    "down": (
        "down", "downward", "downwards", "lower", "lowered", "lowering", "below", "beneath", "under", "underneath",
    ),
    "toward the camera": ("toward the camera", "towards the camera"),
    "away from the camera": ("away from the camera",),
    "toward": ("toward", "towards"),
    "away": ("away",),
    "forward": ("forward", "forwards", "ahead"),
    "back": ("back", "backward", "backwards"),
    "behind": ("behind",),
    "in front": ("in front",),
    "clockwise": ("clockwise",),
    "anticlockwise": ("anticlockwise", "anti-clockwise", "counterclockwise", "counter-clockwise"),
}  # fmt: skip

_AUXILIARIES = (
    "is", "are", "was", "were", "do", "does", "did", "wo", "would", "ca", "could", "should", "has", "have", "had",
)  # fmt: skip

# Said as often in a rewording as in its template.
COUNTED: Forms = {
    "nearest": (
        "closer", "nearer", "closest", "nearest", "smallest", "least", "shortest", "minimum", "minimal",
    ),
    "farthest": ("farther", "farthest", "furthest", "largest", "greatest", "longest", "maximum", "most distant"),
    "at most": (
        "at most", "no more than", "not more than", "within", "or less", "no further than", "no farther than", "up to",
        "no greater than", "not exceeding",
    ),
    "at least": (
        "at least", "more than", "no less than", "not less than", "or more", "beyond", "exceeding", "outside", "over",
        "further than", "greater than", "further from", "further away",
    ),
    "all": ("all", "entire", "entirely", "completely", "fully", "whole", "wholly", "totally"),
    "part": ("part", "part of", "partly", "partially", "some", "slightly"),
    "is visible": ("visible", "unobstructed", "exposed", "uncovered", "revealed", "in sight"),
    "contact": (
        "touch", "touches", "touching", "touched", "contact", "against", "up against", "bump", "bumps", "bumping",
        "bumped", "collide", "collides", "colliding", "collision", "hit", "hits", "hitting",
    ),
    "free": ("free", "clear", "possible", "feasible", "room enough", "enough room", "space enough", "enough space"),
    "stopped": ("obstructed", "obstacle", "impossible", "stuck", "stopped", "stop", "impeded", "prevented", "prevent"),
    "not": (
        "not", "no", "never", "without", "false", "wrong", "untrue", "incorrect", "fail", "fails", "unable", "cannot",
        "neither", "nor", "none", "nothing", "hardly", "except", "unless", "instead", "avoid", "avoids", "avoiding",
        *(f"{verb}n't" for verb in _AUXILIARIES),
    ),
    "before": (
        "before", "prior", "previously", "originally", "initially", "currently", "presently", "formerly", "earlier",
        "beforehand",
    ),
    "answer": (
        "answer", "answers", "correct", "correctly", "yes", "true", "solution", "hint", "obviously", "clearly",
        "indeed", "certainly", "surely", "definitely", "naturally", "of course", "because", "therefore", "hence",
        "thus",
    ),
}  # fmt: skip

# Said as often, and in the same place among the objects: who hides whom, and most of which.
ORDERED: Forms = {
    "most": ("most", "most of", "at least half", "the greater part", "the larger part", "the majority", "half"),
    "hides": (
        "hide", "hides", "hiding", "block", "blocks", "blocking", "cover", "covers", "covering", "conceal", "conceals",
        "concealing", "obscure", "obscures", "obscuring", "occlude", "occludes", "occluding",
    ),
    "is hidden": (
        "hidden", "blocked", "covered", "concealed", "obscured", "occluded", "out of sight", "out of view",
        "hidden behind", "concealed behind", "out of sight behind", "out of view behind",
    ),
}  # fmt: skip

# Said at all in a rewording where its template says it, and nowhere else.
PRESENT: Forms = {
    "centre": ("centre", "centres", "center", "centers", "middle", "middles"),
    "surface": (
        "surface", "surfaces", "nearest surface", "nearest surfaces", "closest surfaces",
        "shortest distance between the surfaces", "shortest distance between their surfaces",
    ),
    "depth": ("depth", "viewing direction", "line of sight", "optical axis"),
    "wall": ("wall", "walls"),
    "ceiling": ("ceiling",),
    "which": ("which",),
    "how many": ("how many", "what number of"),
    "another question": ("what", "where", "why", "how", "who", "whose"),
    "roundabout": ("former", "latter", "other", "vice versa", "opposite", "reverse"),
}  # fmt: skip

# Looks that nobody knows without the picture: as often in a rewording as in its template, each by itself.
LOOKS = (
    "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey", "gray", "silver",
    "golden", "dark", "bright", "big", "small", "large", "tiny", "huge", "tall", "short", "wide", "narrow", "heavy",
    "light", "round", "square", "wooden", "metal", "plastic", "glass", "ceramic", "leather", "old", "empty", "open",
)  # fmt: skip

PRONOUNS = ("it", "its", "itself")  # of what is moved, which is named first

NOT_DIRECTIONS = ("end up", "ends up", "ending up", "ended up")  # the "up" in these points nowhere

UNITS = (
    "m", "cm", "mm", "km", "metre", "metres", "meter", "meters", "centimetre", "centimetres", "centimeter",
    "centimeters", "inch", "inches", "ft", "feet", "foot", "yard", "yards", "degree", "degrees", "px", "pixels", "%",
    "percent",
)  # fmt: skip

NUMBER_WORDS = {
    **{word: str(value) for value, word in enumerate("zero one two three four five six seven eight nine ten".split())},
    **{"eleven": "11", "twelve": "12", "dozen": "12", "hundred": "100", "first": "1.", "second": "2.", "third": "3."},
    **{"double": "x2", "twice": "x2", "triple": "x3"},
}
del NUMBER_WORDS["one"]  # "the one on the shelf"; as a number no question uses it
