"""Leave Parking Lot in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="structured puzzles",
    tags_paper=("planning",),
    tags_repo=("planning",),
    image_subset=False,
    ground_truth=("text",),
)

WORDS = Words(
    goal=(
        "Seen from above, the toy cars leave the walled lot, each along the track of its own colour, one after the "
        "other in an order in which none blocks another, until all stand outside at the ends of their tracks."
    ),
    constraints=(
        "Each car stays on the track of its own colour; it may drive forwards or back up along it.",
        "No car passes through or over a wall.",
        "Cars never touch or pass through each other.",
        "All cars keep their colour and shape; none appears or vanishes.",
        "Cars drive smoothly, looking along their track; they never jump or slide sideways.",
        "Walls and tracks stay exactly as they are.",
        "At the end all cars are outside.",
    ),
    tiers=(
        "No car leaves the lot.",
        "At least one car leaves the lot, but not all.",
        "All cars stand outside at the end.",
    ),
    materials=(
        "The cars are small die-cast toy cars, the tracks are painted lines, the walls are low white blocks, and "
        "the ground is grey asphalt."
    ),
)
