"""What the pages show works as written, block after block."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["wrappers", "coordinates", "rl"])
def test_the_blocks_of_a_page_run_in_order(page, capsys):
    names = {}
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text(), re.DOTALL)
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec"), names)
    assert blocks and "Traceback" not in capsys.readouterr().out


@pytest.mark.parametrize("page", ["wrappers", "coordinates", "rl"])
def test_linked_files_exist(page):
    text = (DOCS / f"{page}.md").read_text()
    assert all((DOCS / link).exists() for link in re.findall(r"\]\(((?!http)[^)#]+)\)", text))


def test_every_wrapper_is_on_the_page():
    import flowbench.wrappers

    text = (DOCS / "wrappers.md").read_text()
    assert all(f"| `{name}` |" in text for name in flowbench.wrappers.__all__)


def test_every_category_that_can_be_measured_is_on_the_page():
    from flowbench.rules.rooms.measure import _NEEDS

    text = (DOCS / "wrappers.md").read_text()
    assert all(f"| `{name}` | {needs.landmarks or 'none'} |" in text for name, needs in _NEEDS.items())
