"""Object Packing in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="visual organization",
    tags_paper=("attribute", "affordance"),
    tags_repo=("attribute", "affordance"),
    image_subset=True,
    ground_truth=(),
    hands=1,
)

WORDS = Words(
    goal=(
        "One bare hand packs the open container for the occasion that the card shows: it puts in everything that "
        "belongs into it, and leaves what is of no use there, does not fit, or would spill, wet, soil, cut, burn or "
        "crush things."
    ),
    constraints=(
        "All things stay the same throughout: none is added, lost, split or changed in look or size.",
        "What is not to be packed stays exactly where it lies.",
        "The container stays where it is, its opening up.",
        "Exactly one hand carries one thing after the other and lowers it through the opening from above; nothing passes through a wall or jumps.",  # noqa: E501
        "Card and table stay as they are.",
        "At the end the container holds exactly the right things, and all others lie outside.",
    ),
    tiers=(
        "Nothing is put into the container.",
        "Something is packed, but the selection has two mistakes or more.",
        "The right things are packed, with one mistake at most.",
    ),
    picture=(
        "Draw the same scene with everything that belongs into it lying in the container, for the occasion that the "
        "card shows, and all other things where they are."
    ),
    materials=(
        "Each drawn thing is the real object that it stands for, the container is a real open one of fabric or "
        "wicker seen from above, the small picture is a printed card, and the ground is a light wooden table."
    ),
)
