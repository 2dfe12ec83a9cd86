"""Pick Unique in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="visual organization",
    tags_paper=("attribute", "spatial"),
    tags_repo=("attribute", "spatial"),
    image_subset=True,
    ground_truth=("image", "text"),
    hands=1,
)

WORDS = Words(
    goal=(
        "One item in the grid has no identical copy: no other has the same shape, colour, pattern and orientation. One "
        "bare hand takes this item, lifts it and lays it into the tray."
    ),
    constraints=(
        "All items stay the same throughout: none is added, lost, recoloured or changed in shape or size.",
        "Only one item is moved.",
        "The item that is moved is the one that has no identical copy.",
        "All other items stay exactly where they are, and so does the tray.",
        "Exactly one hand carries the item, without a jump; nothing moves by itself.",
        "At the end the tray holds that item and nothing else.",
    ),
    tiers=(
        "No item is lifted.",
        "An item is lifted or laid into the tray, but at the end the tray does not hold the unique one alone.",
        "The unique item lies in the tray, alone.",
    ),
    picture="Draw the same scene with the one item that has no identical copy lying in the tray instead of its place.",
    materials=(
        "The items are buttons of painted wood with the same signs on them, the empty square is a wooden tray "
        "with a grey floor, and the ground is a linen cloth."
    ),
)
