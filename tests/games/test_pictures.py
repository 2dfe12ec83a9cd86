"""What holds for the pictures of every game, in every style."""

from itertools import islice

import numpy as np
import pytest

from flowbench.errors import UnknownName
from flowbench.render.board.flow import flow_between
from flowbench.rules.games.sample import draw, roles
from flowbench.rules.games.table import game
from tests.games.harness import FAMILIES, GAMES, STYLES, VARIANTS, create, decoder, instances, pictured, random_walk

every_style = pytest.mark.parametrize(("name", "style"), STYLES)
SIDES = (256, 512, 768, 1024)


@every_style
@pytest.mark.parametrize("count", [50, pytest.param(3_000, marks=pytest.mark.slow)])
def test_pictures_carry_what_the_question_needs(name, style, count):
    questions = create(name, size=count, seed=11, style=style)
    asked = (questions.sample(k) for k in range(count))
    shown = ((sample, role) for sample in asked for role, _ in roles(game(name), sample))
    for number, (sample, role) in enumerate(islice(shown, count)):
        frame = pictured(sample, role).frame
        assert decoder(name).decode(frame, role, style) == decoder(name).truth(sample, role), (number, role)


@pytest.mark.parametrize(("name", "family", "fmt"), FAMILIES)
def test_pictures_are_complete(name, family, fmt):
    sample = create(name, family, fmt, size=1, seed=3).sample(0)
    for role, caption in roles(game(name), sample):
        picture = draw(game(name), sample, role)
        height, width, _ = picture.frame.shape
        assert picture.frame.dtype == np.uint8 and height in SIDES and width in SIDES and caption
        assert picture.ids.dtype == np.int32 and picture.ids.shape == (height, width)
        assert picture.frame.std() > 10 and len(np.unique(picture.ids)) > 3 and picture.ids.min() >= 0


@pytest.mark.parametrize("name", GAMES)
def test_mono_has_no_colour(name):
    questions = create(name, size=3, seed=3, style="mono")
    for k in range(3):
        for role, _ in roles(game(name), questions.sample(k)):
            frame = draw(game(name), questions.sample(k), role).frame.astype(int)
            assert np.abs(frame[..., 0] - frame[..., 1]).max() <= 4 and np.abs(frame[..., 1] - frame[..., 2]).max() <= 4


@every_style
def test_same_position_same_bytes(name, style):
    rules = game(name)
    instance = instances(name, rules.variants[0], 1)[0]
    first, second = (rules.draw(instance, rules.initial(instance), style, rules.view) for _ in range(2))
    assert first == second and first.frame.tobytes() == second.frame.tobytes()


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_flow_leads_to_the_same_thing_with_the_same_look(name, variant):
    rules, rng = game(name), np.random.default_rng(4)
    for instance in instances(name, variant, 3):
        states = random_walk(rules, instance, rng, 3)
        pictures = [rules.draw(instance, state, rules.styles[0], rules.view) for state in states]
        for first, second in zip(pictures, pictures[1:], strict=False):
            flow, valid = flow_between(first, second)
            rows, columns = np.nonzero(valid)
            to_rows = np.floor(rows + 0.5 + flow[rows, columns, 1]).astype(int)
            to_columns = np.floor(columns + 0.5 + flow[rows, columns, 0]).astype(int)
            assert (first.ids[rows, columns] == second.ids[to_rows, to_columns]).all()
            apart = np.abs(first.frame[rows, columns].astype(int) - second.frame[to_rows, to_columns]).max(axis=1)
            assert np.mean(apart > 40) < 0.02  # but for edges that fall on other fractions of a pixel
            assert valid.mean() > 0.2


@pytest.mark.parametrize("name", GAMES)
def test_unknown_styles_and_roles_are_refused(name):
    rules = game(name)
    instance = instances(name, rules.variants[0], 1)[0]
    for style, role in (("oil", rules.view), (rules.styles[0], "portrait")):
        with pytest.raises(UnknownName):
            rules.draw(instance, rules.initial(instance), style, role)
