"""Maze Square in words."""

from flowbench.rules.processes.process import About, Words

DIRECTIONS = ("up", "right", "down", "left")

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("planning",),
    tags_repo=("planning",),
    image_subset=True,
    ground_truth=("image",),
)

WORDS = Words(
    goal=(
        "Seen from above, the small car drives forward through the open corridors of the maze, turns where the "
        "corridor turns, and comes to rest on the red square."
    ),
    constraints=(
        "The car stays on the floor between the walls: it may not pass through, climb or hop over any wall.",
        "Walls and red square stay exactly where and as they are.",
        "One unbroken drive: the car never jumps from place to place or changes its look, and no second car appears.",
        "The car turns only inside the cells of the maze and looks in the direction in which it drives.",
        "The car starts from where it stands and ends at rest on the red square.",
    ),
    tiers=(
        "The car does not move, or its first way leads through a wall or away from the red square for good.",
        "The car drives at least one stretch of the right way, but does not end on the red square.",
        "The car stands on the red square at the end.",
    ),
    picture=(
        "Draw into the maze, as one unbroken line along the open corridors, the way on which the small car gets to the "
        "red square, and show the car standing on the red square."
    ),
    materials=(
        "The walls are low planks of light wood on a grey-brown carpet, the blue disc is a small blue toy car "
        "that looks where its white dot is, and the red square is a felt mat."
    ),
)
