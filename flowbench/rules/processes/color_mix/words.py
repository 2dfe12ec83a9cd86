"""Color Mix in words."""

from flowbench.rules.processes.process import About, Words

ABOUT = About(
    domain="visual organization",
    tags_paper=("attribute", "physics"),
    tags_repo=("attribute", "physics"),
    image_subset=True,
    ground_truth=(),
    hands=1,
    ours=True,
)

WORDS = Words(
    goal=(
        "One bare hand pours paint from the cups into the empty bowl in the middle, a unit at a time, and then stirs "
        "with the stick, until the bowl has the same even colour as the card behind it."
    ),
    constraints=(
        "Only paints that the colour of the card needs are poured.",
        "What leaves a cup arrives in the bowl: paint runs from a tipped cup, is neither lost nor made, never jumps.",
        "The mixture takes the colour that these paints give in these amounts; it never changes colour by itself.",
        "Cups, labels, paints, stick, bowl and card stay as they are; cups and stick go back to their places.",
        "Exactly one hand holds the cup that is tipped and the stick that stirs; nothing moves by itself.",
        "At the end the bowl is evenly mixed and matches the card.",
    ),
    tiers=(
        "Nothing is poured into the bowl.",
        "Paint is poured, but the mixture is wrong or not stirred.",
        "The bowl is evenly mixed and matches the card.",
    ),
    picture=(
        "Draw the same scene after mixing: the bowl holds an even mixture of the colour that the card shows, and the "
        "levels in the cups are as far down as the bowl has risen."
    ),
    materials=(
        "The cups and the bowl are of clear glass, the paint in the cups is thick poster paint, the stick stands "
        "in a wooden stand, the card hangs on a plastered wall, and all stands on a wooden table."
    ),
)
