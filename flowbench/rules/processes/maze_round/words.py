"""Maze Round in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("planning",),
    tags_repo=("planning",),
    image_subset=True,
    ground_truth=("image",),
    ours=True,
)

WORDS = Words(
    goal=(
        "Seen from above, the marble rolls along the ring-shaped corridors of the round maze, passes from ring to ring "
        "through the gaps in the walls, and comes to rest on the red spot."
    ),
    constraints=(
        "The marble stays on the floor between the walls: it may not pass through, climb or hop over any wall.",
        "Board, walls and red spot stay exactly where and as they are.",
        "One unbroken roll: the marble never jumps from place to place or changes its look, and no second marble "
        "appears.",
        "The marble rolls along the middle of the rings and straight through the middle of the gaps, never slantwise.",
        "The marble starts from where it lies and ends at rest on the red spot.",
    ),
    tiers=(
        "The marble does not move, or its first way leads through a wall or away from the red spot for good.",
        "The marble rolls at least one stretch of the right way, but does not end on the red spot.",
        "The marble lies on the red spot at the end.",
    ),
    picture=(
        "Draw into the round maze, as one unbroken line along the corridors and through the gaps, the way on which the "
        "marble gets to the red spot, and show the marble lying on the red spot."
    ),
    materials=(
        "The maze is a round board of light wood with walls of darker bent wood, the dot is a blue glass marble, "
        "and the red spot is a piece of felt."
    ),
)

MOVES = ("outward", "outward to the right", "inward", "clockwise", "counter-clockwise")
"""Each action in words."""
