"""The embedded engine as an executable that AI2-THOR's own client launches, or attaches to, in place of Unity."""

import shlex
import sys
from pathlib import Path

PLAYER = "flowbench-thor-player"


def player_command(*arguments: str) -> str:
    """What to pass as `local_executable_path`: the player on the running Python, wherever scripts are installed."""
    return shlex.join([sys.executable, str(Path(__file__).with_name("start.py")), *arguments])
