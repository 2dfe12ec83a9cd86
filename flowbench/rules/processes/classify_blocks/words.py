"""Classify Blocks in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="visual organization",
    tags_paper=("attribute", "planning"),
    tags_repo=("attribute", "planning"),
    image_subset=True,
    ground_truth=(),
    hands=1,
    ours=True,
)

WORDS = Words(
    goal=(
        "One bare hand puts all blocks into the trays: each block goes into the tray whose sign it matches. A coloured "
        "card stands for that colour, a grey shape for that shape, and a coloured shape for both."
    ),
    constraints=(
        "All blocks stay the same throughout: none is added, lost, recoloured or changed in shape or size.",
        "One block moves at a time.",
        "Each block is put straight into the right tray; size does not matter.",
        "Blocks in trays stay where they are, and so do trays and signs.",
        "Exactly one hand takes, carries and puts down every block; blocks never move or jump by themselves.",
        "At the end each tray holds only blocks that match its sign.",
        "At the end no block is left on the table.",
    ),
    tiers=(
        "No block is put into the right tray.",
        "Some blocks lie in the right trays, but not all.",
        "All blocks lie in the right trays.",
    ),
    picture="Draw the same scene with every block lying in the tray whose sign it matches, and no block on the table.",
    materials=(
        "The shapes are painted wooden toy blocks, the squares are trays of light wood with a grey felt floor, "
        "the small squares before them are printed cards, and the ground is a light wooden table."
    ),
)
