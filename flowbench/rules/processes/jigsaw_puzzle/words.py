"""Jigsaw Puzzle in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("attribute",),
    tags_repo=("attribute",),
    image_subset=False,
    ground_truth=("image",),
    hands=1,
)

WORDS = Words(
    goal=(
        "A hand takes the jigsaw pieces that lie beside the frame one after the other, turns them where needed, and "
        "fits each into its place, until the picture in the frame is whole and upright."
    ),
    constraints=(
        "All pieces keep their shape, size and print: none is bent, cut, added or lost.",
        "One piece moves at a time.",
        "Each piece is put only into its own place and the right way round, so that its edges fit and the picture goes "
        "on from piece to piece; no other place is tried.",
        "Pieces that lie in the frame, and the frame itself, stay where they are.",
        "Pieces never overlap or lie on each other.",
        "Exactly one bare hand takes, carries and puts down the pieces; they never jump or move by themselves.",
        "At the end the picture is whole and upright, and no piece is left beside the frame.",
    ),
    tiers=(
        "No piece is put into its own place.",
        "Some pieces lie in their own places, but the picture is not whole.",
        "All pieces lie in their own places, and the picture is whole and upright.",
    ),
    materials=(
        "The pieces are printed cardboard with soft edges, the frame is of dark wood with a grey felt floor, and "
        "the ground is a wooden table."
    ),
)

TURNS_IN_WORDS = ("", "turn it 90 degrees counter-clockwise", "turn it 180 degrees", "turn it 90 degrees clockwise")
"""By quarter turns counter-clockwise."""
