"""Polyform Tiling in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("spatial", "planning"),
    tags_repo=("spatial", "planning"),
    image_subset=True,
    ground_truth=("image",),
    hands=1,
)

WORDS = Words(
    goal=(
        "A hand takes the coloured pieces one after the other and lays them into the outlined frame in the middle, "
        "turned where needed, until they cover its floor completely."
    ),
    constraints=(
        "All pieces keep their shape, size and colour: none is bent, cut, mirrored, added or lost.",
        "Pieces never overlap inside the frame.",
        "No piece reaches beyond the outline of the frame.",
        "One bare hand takes, carries and lays down one piece at a time; pieces never move by themselves.",
        "A piece that lies in the frame stays there.",
        "The frame stays exactly where it is.",
        "At the end no gap is left.",
    ),
    tiers=(
        "No piece is laid into the frame.",
        "Some pieces lie in the frame, but gaps are left, or pieces overlap or stick out.",
        "The pieces cover the floor of the frame exactly.",
    ),
    picture="Show the coloured pieces laid into the outlined frame so that they cover its floor completely.",
    materials=(
        "The pieces are painted wooden blocks, the outline is the rim of a wooden tray with a dark felt floor, "
        "and the ground is a wooden table."
    ),
)
