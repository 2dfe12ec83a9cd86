"""Euler Path in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("topology", "planning"),
    tags_repo=("temporal", "planning"),
    image_subset=False,
    ground_truth=(),
)

WORDS = Words(
    goal=(
        "A piece of chalk moves by itself from the ring along the strings from pin to pin and leaves an orange trail, "
        "until every string has been traced exactly once."
    ),
    constraints=(
        "The chalk starts at the pin with the ring around it.",
        "It moves along the strings only, never across open board.",
        "No string is traced twice.",
        "The chalk is never lifted: it never jumps from place to place, and no second one appears.",
        "The trail follows the chalk and, once drawn, stays.",
        "Pins, strings and board stay exactly as they are.",
        "At the end every string is covered by the trail.",
    ),
    tiers=(
        "No string is traced.",
        "Some strings are traced once each, but not all, or some twice.",
        "Every string is traced exactly once.",
    ),
    materials=(
        "The circles are white pins with the same letters, the lines are white strings that are stretched between "
        "them, the blue ring is a ring of painted metal, and the ground is cork. A piece of chalk stands at the "
        "ringed pin."
    ),
)
