"""Sliding Puzzle in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("planning",),
    tags_repo=("planning",),
    image_subset=False,
    ground_truth=("image",),
)

WORDS = Words(
    goal=(
        "The numbered tiles in the tray slide by themselves, one after the other, into the one empty cell, until they "
        "lie in order: 1, 2, 3 and so on from left to right and from top to bottom, the empty cell at the lower right."
    ),
    constraints=(
        "All tiles stay the same throughout: no number changes, none is added, lost or merged.",
        "One tile moves at a time.",
        "A tile only slides straight into the empty cell beside it, up, down, left or right; never diagonally, never over another tile.",  # noqa: E501
        "Tiles stay flat in the tray: they are never lifted or turned.",
        "The tray stays exactly where it is.",
        "At the end all tiles lie in order.",
    ),
    tiers=(
        "No tile slides as the rules allow.",
        "Some tiles slide as the rules allow and the order comes nearer, but it is not reached.",
        "All tiles lie in order at the end.",
    ),
    materials=(
        "The tray is of dark wood, the tiles are of light wood with the numbers cut into them, and the ground is "
        "a grey-blue cloth."
    ),
)
