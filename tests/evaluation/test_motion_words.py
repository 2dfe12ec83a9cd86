import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowbench.annotators.names import motion_text
from flowbench.errors import BadValue
from flowbench.evaluation.motion_words import components, lengths, read_motion
from flowbench.records import Motion

CENTIMETRES = st.integers(-200, 200).map(lambda k: k / 100)


@given(CENTIMETRES, CENTIMETRES, CENTIMETRES)
def test_what_is_worded_reads_back_exactly(right, up, forward):
    text = motion_text("the 2.5 m high lamp at the left", Motion("Lamp|1", right, up, forward))
    assert read_motion(text) == (right, up, forward)


@pytest.mark.parametrize(
    ("text", "motion"),
    [
        ("Slide the cup 25 cm to the left.", (-0.25, 0.0, 0.0)),
        ("Push it 1 m forward and 0.5 m right.", (0.5, 0.0, 1.0)),
        ("Move the object at the red dot 0.40 m towards the camera.", (0.0, 0.0, -0.4)),
        ("Raise the box by 0.30 m.", (0.0, 0.3, 0.0)),
        ("Move it 0.20 m down.", (0.0, -0.2, 0.0)),
        ("Leave the cup where it is.", (0.0, 0.0, 0.0)),
    ],
)
def test_other_wordings(text, motion):
    assert read_motion(text) == pytest.approx(motion)


@pytest.mark.parametrize("text", ["", "Move the cup.", "Move the cup 0.40 m.", "The cup is 2 m wide."])
def test_a_text_without_a_move_is_an_error(text):
    with pytest.raises(BadValue, match="No move can be read"):
        read_motion(text)


def test_lengths_and_components_of_a_question():
    text = "Is the cup within 0.75 m of the pan, or could it go 40 cm to the right?"
    assert lengths(text) == [0.75, 0.40]
    assert components(text) == [(0, 0.40)]
    assert lengths("10 more") == []
