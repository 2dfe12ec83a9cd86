import itertools
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flowbench.annotators import senses
from flowbench.annotators.recheck import choice_objection, objection
from flowbench.annotators.wording import read
from flowbench.assets import questions

MOVE = "Move the mug 0.40 m to the left and 0.25 m away from the camera."
SUPPOSE = "Suppose the mug is shifted 0.40 m to the left and 0.25 m away from the camera"
INVERTED = "the mug to the left by 0.40 m and away from the camera by 0.25 m"
HIDES = f"{MOVE} After the move, does the mug hide most of the pan from the camera?"
HIDDEN = f"{MOVE} Once the mug has been moved, is most of the pan hidden behind it?"
LEFT = f"{MOVE} Once the mug has been moved, does it appear to the left of the pan?"
NEAR = f"{MOVE} After the move, is the centre of the mug within 0.80 m of the centre of the pan?"
WALL = f"{MOVE} After the move, is the mug in contact with a wall of the room (5 cm from it or less)?"
FREE = (
    "Move the mug 0.40 m to the left. After this, could the mug be moved a further 0.28 m to the right without bumping \
into anything?"
)
CLOSEST = f"{MOVE} After the move, which three of these objects are closest to the mug, measured from centre to centre?"
DEPTH = f"{MOVE} Once the mug has been moved, is it closer in depth than the right armchair?"


THE_SAME = [
    (HIDES, f"{SUPPOSE}. Does it now cover most of the pan as seen by the camera?"),
    (HIDES, f"If one does this: {INVERTED}, is the mug then blocking at least half of the pan?"),
    (LEFT, f"Move {INVERTED}. Would it be seen on the left side of the pan?"),
    (NEAR, f"{SUPPOSE}: do at most 0.80 m separate its centre from the centre of the pan?"),
    (WALL, f"{SUPPOSE}. Does it then touch a wall, with 5 cm or less in between?"),
    (FREE, "Slide the mug 0.40 m to the left. Could it then go another 0.28 m to the right without hitting anything?"),
    (CLOSEST, f"{SUPPOSE}. From centre to centre, which three of these are then the nearest to it?"),
    (DEPTH, f"{SUPPOSE}, would it be at a nearer depth than the right armchair?"),
]


@pytest.mark.parametrize(("template", "rewording"), THE_SAME)
def test_the_same_in_other_words_passes(template, rewording):
    assert objection(template, rewording) == ""


def swapped(text, one, other):
    return text.replace(one, "\0").replace(other, one).replace("\0", other)


OTHER = {
    "another number": (HIDES, HIDES.replace("0.40", "0.45").replace("After", "After all of"), "'0.40 m' is missing"),
    "another unit": (WALL, WALL.replace("5 cm", "5 m").replace("After", "Following"), "'5 cm' is missing"),
    "a signed number": (HIDES, HIDES.replace("0.40", "-0.40"), "'0.40 m' is missing"),
    "another number word": (CLOSEST, CLOSEST.replace("three", "four"), "'3' is missing"),
    "left for right": (LEFT, LEFT.replace("to the left of", "to the right of"), "direction 'left' is missing"),
    "left for right in the move": (HIDES, HIDES.replace("to the left", "to the right"), "direction 'left' is missing"),
    "toward for away": (HIDES, HIDES.replace("away from", "toward"), "direction 'away from the camera' is missing"),
    "swapped lengths": (HIDES, swapped(HIDES, "0.40", "0.25"), "'0.40 m left' is no longer in its place"),
    "swapped moves": (FREE, swapped(swapped(FREE, "0.40", "0.28"), "left", "right"), "no longer in its place"),
    "swapped length and limit": (NEAR, swapped(NEAR, "0.40", "0.80"), "no longer in its place"),
    "away from another thing": (DEPTH, DEPTH.replace("the camera", "the right armchair"), "'away from the camera' is"),
    "a missing object": (HIDES, HIDES.replace("of the pan", "of what is there"), "object 'pan' is missing"),
    "another object": (HIDES, HIDES.replace("the pan", "the pot"), "object 'pan' is missing"),
    "an added object": (HIDES, HIDES.replace("the pan", "the pan on the sofa"), "object 'sofa' is added"),
    "half a name": (DEPTH, DEPTH.replace("the right armchair", "the armchair"), "'right armchair' is missing"),
    "the other of two": (DEPTH, DEPTH.replace("right armchair", "left armchair"), "'right armchair' is missing"),
    "who hides whom": (HIDES, f"{MOVE} After the move, does the pan hide most of the mug from the camera?", "order"),
    "who hides it": (HIDES, f"{MOVE} After the move, does the pan hide most of it from the camera?", "order"),
    "closer than it": (DEPTH, f"{MOVE} Then, is the right armchair closer in depth than it?", "order"),
    "passive for active": (HIDES, f"{MOVE} Then, is most of the mug hidden by the pan?", "'hides' is missing"),
    "most of the other": (HIDES, f"{MOVE} After that, does most of the mug hide the pan?", "order"),
    "its left for left of": (LEFT, f"{MOVE} Does the mug then have the pan on the left?", "order"),
    "a negation": (HIDES, HIDES.replace("does the mug hide", "does the mug not hide"), "'not' is added"),
    "a contracted negation": (HIDES, HIDES.replace("does the", "doesn’t the"), "'not' is added"),
    "a lost negation": (FREE, FREE.replace("without bumping", "before bumping"), "is missing"),
    "at least for at most": (NEAR, NEAR.replace("within", "at least"), "'at most' is missing"),
    "farthest for closest": (CLOSEST, CLOSEST.replace("closest", "farthest"), "'nearest' is missing"),
    "surfaces for centres": (CLOSEST, CLOSEST.replace("centre to centre", "surface to surface"), "'centre' is missing"),
    "all for most": (HIDES, HIDES.replace("most of", "all of"), "'most' is missing"),
    "before for after": (HIDES, HIDES.replace("After", "Before"), "'before' is added"),
    "visible for hidden": (HIDDEN, HIDDEN.replace("hidden behind", "visible beside"), "'is hidden' is missing"),
    "another kind of question": (CLOSEST, CLOSEST.replace("which three", "how three"), "'which' is missing"),
    "a description": (HIDES, HIDES.replace("the pan", "the black pan"), "'black' is added"),
    "the answer": (HIDES, HIDES.replace("After", "Yes, after"), "'answer' is added"),
    "an option's letter": (HIDES, HIDES.replace("hide", "(option B) hide"), "'answer' is added"),
    "a statement in front": (WALL, WALL.replace("After", "Touching a wall after"), "'contact' is added"),
    "three sentences": (HIDES, HIDES.replace(" After", " Look there. After"), "3 sentences"),
    "two questions": (HIDES, HIDES.replace("camera. After", "camera? After"), "one question"),
    "no question": (HIDES, HIDES.replace("?", "."), "one question"),
    "braces": (HIDES, HIDES.replace("the pan", "{the pan}"), "'{'"),
    "markup": (HIDES, HIDES.replace("the pan", "<b>the pan</b>"), "'<'"),
    "emphasis": (HIDES, HIDES.replace("the pan", "**the pan**"), "'*'"),
    "quotes": (HIDES, HIDES.replace("the pan", "“the pan”"), "'\"'"),
    "an address": (HIDES, HIDES.replace("the pan", "the pan at www.example.com"), "address"),
    "an escape": (HIDES, HIDES.replace("the pan", "the \x1bpan"), "character"),
    "look-alike letters": (HIDES, HIDES.replace("hide", "hid\u0435"), "character"),
    "look-alike digits": (HIDES, HIDES.replace("hide", "hide \u0665"), "character"),
    "too much": (HIDES, HIDES.replace("After", "Well, " + "so then " * 30 + "after"), "too many"),
    "a small letter": (HIDES, HIDES[0].lower() + HIDES[1:].replace("After", "Following"), "begin like a sentence"),
    "the same": (HIDES, f"  {HIDES.upper()}", "repeats the template"),
    "nothing": (HIDES, " ", "empty"),
}  # fmt: skip


@pytest.mark.parametrize(("template", "rewording", "reason"), OTHER.values(), ids=OTHER)
def test_another_question_is_refused(template, rewording, reason):
    assert reason in objection(template, rewording)


@pytest.mark.parametrize(
    ("option", "rewording", "reason"),
    [
        ("the mug", "a mug", ""),
        ("the left armchair", "that left armchair", ""),
        ("the mug", "the cup", "object 'mug' is missing"),
        ("the left armchair", "the right armchair", "'left armchair' is missing"),
        ("the mug", "the mug, which is right", "direction 'right' is added"),
        ("the mug", "the shiny mug", "word 'shiny' is added"),
        ("the mug", "the red mug", "'red' is added"),
        ("the mug", "", "empty"),
    ],
)
def test_an_option_changes_its_articles_at_most(option, rewording, reason):
    found = choice_objection(option, rewording)
    assert reason in found and bool(found) == bool(reason)


def test_names_of_other_objects_can_be_given():
    text, other = "Does the zither touch the gong?", "Would the zither touch the bell?"
    assert objection(text, other) == ""
    assert objection(text, other, ("zither", "gong")) == "the object 'gong' is missing"


@pytest.mark.parametrize(
    "category",
    [
        "closer_to",
        "closest_three",
        "contact_wall",
        "depth_order",
        "feasibility",
        "left_right",
        "near_object",
        "occlusion",
    ],
)
def test_every_template_can_be_reworded_by_another_one_of_its_category(category):
    places = {"mover": "the mug", "landmark": "the left chair", "tau": "0.85", "side": "left", "word": "closer"}
    places["probe"] = "0.28 m to the right"
    places["reach_cm"] = "5"
    texts = [f"{MOVE} {text.format(**places)}" for text in questions.load(category)["questions"]]
    texts = [re.sub(r"(?<=\. )[a-z]", lambda letter: letter.group().upper(), text) for text in texts]
    passes = [(a, b) for a, b in itertools.permutations(range(len(texts)), 2) if not objection(texts[a], texts[b])]
    assert len(passes) >= 4


LENGTHS = st.decimals(min_value="0.01", max_value="99", places=2).map(lambda number: f"{number} m")
OTHER_LENGTHS = st.one_of(
    LENGTHS, st.integers(0, 500).map(lambda number: f"{number} cm"), st.decimals("0", "9", places=1).map("{} m".format)
)
TEXTS = st.sampled_from(
    [
        "Move the mug {} to the left and {} toward the camera. Is it within {} of the pan?",
        "Raise the vase by {}. Could it then go a further {} to the right and {} away from the camera without a bump?",
        "With the box {} to the right, how many of the pot, the pan and the egg are at most {} from it, and not {}?",
    ]
)


@given(TEXTS, TEXTS.map(lambda text: text.replace("Move", "Shift").replace("With", "Having").replace("Raise", "Lift")),
       st.tuples(LENGTHS, LENGTHS, LENGTHS), st.integers(0, 2), OTHER_LENGTHS)  # fmt: skip
def test_a_changed_number_is_always_refused(template, rewording, lengths, place, other):
    assume(other != lengths[place])
    changed = [other if k == place else length for k, length in enumerate(lengths)]
    assert objection(template.format(*lengths), rewording.format(*changed)) != ""


@given(TEXTS, st.tuples(LENGTHS, LENGTHS, LENGTHS), st.permutations(range(3)))
def test_numbers_that_change_places_are_always_refused(template, lengths, order):
    shown = [lengths[k] for k in order]
    texts = template.format(*lengths), template.format(*shown).replace("?", ", then?")
    assert (objection(*texts) == "") == (list(lengths) == shown)


@given(st.text())
def test_any_text_can_be_taken_apart(text):
    read(text)
    assert objection(HIDES, text) != ""


def test_no_form_has_two_senses():
    tables = (senses.DIRECTIONS, senses.COUNTED, senses.ORDERED, senses.PRESENT)
    forms = [form for table in tables for group in table.values() for form in group]
    forms += [*senses.LOOKS, *senses.PRONOUNS, *senses.NOT_DIRECTIONS, *senses.NUMBER_WORDS]
    assert len(forms) == len(set(forms))
