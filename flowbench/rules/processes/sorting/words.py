"""Sorting in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="visual organization",
    tags_paper=("attribute", "planning"),
    tags_repo=("attribute", "planning"),
    image_subset=True,
    ground_truth=("image",),
    hands=1,
)

WORDS = Words(
    goal=(
        "One bare hand takes the pieces of the top row one after the other and puts them into the slots of the bottom "
        "row, until the bottom row runs from the darkest piece on the left to the lightest on the right."
    ),
    constraints=(
        "All pieces stay the same throughout: none is added, lost, recoloured or changed in shape or size.",
        "One piece moves at a time.",
        "The darkest piece is placed first, then the next darkest, and so on to the lightest.",
        "Each piece goes straight into its own slot; the darkest into the leftmost.",
        "A piece that has been placed never moves again, and rack and mat stay where they are.",
        "There is exactly one hand and no tool.",
        "A piece moves only while the hand holds it, without a jump; at the end the bottom row is complete and in order.",  # noqa: E501
    ),
    tiers=(
        "No piece is put into a slot.",
        "Some pieces lie in slots, but the row is incomplete or out of order.",
        "The bottom row is complete and runs from dark to light.",
    ),
    picture=(
        "Draw the same scene with all pieces in the slots of the bottom row, from the darkest on the left to the "
        "lightest on the right, and the top row empty."
    ),
    materials=(
        "The swatches are discs or tiles of ceramic or painted wood, the upper row lies on a grey felt mat, the "
        "empty places are hollows in a rack of light wood, and the ground is a wooden table."
    ),
)
