"""Hanoi Tower in words."""

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
        "The disks rise from their pegs by themselves, one after the other, and come down on other pegs, until the "
        "whole stack stands on the peg over the marked square, the largest disk at the bottom and the smallest on top."
    ),
    constraints=(
        "All disks stay the same throughout: none is added, lost, split, recoloured or changed in size.",
        "One disk moves at a time.",
        "Only the topmost disk of a peg may be moved.",
        "A disk never lies on a smaller one.",
        "A disk leaves and enters a peg over its tip: it never passes through a peg.",
        "Pegs, board and mark stay as they are.",
        "At the end the whole stack stands on the marked peg.",
    ),
    tiers=(
        "No disk moves as the rules allow, or none comes nearer to the marked peg.",
        "Some moves as the rules allow bring the stack nearer to the marked peg.",
        "The whole stack stands on the marked peg in order.",
    ),
    materials=(
        "The board and the pegs are turned wood, the disks are painted wooden rings, the red mark is painted on "
        "the table before its peg, and a plain plastered wall stands behind."
    ),
)
