import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def fake_environment() -> None:
    """Registered when the first of these tests runs, so that no other suite collects it."""
    import fake_world

    fake_world.register()
