"""The commands, put together."""

import typer

from flowbench.cli.console import one_line_errors
from flowbench.cli.doctor import doctor
from flowbench.cli.houses import houses
from flowbench.cli.list import list_environments
from flowbench.cli.pack import pack
from flowbench.cli.rephrase import rephrase
from flowbench.cli.replay import replay
from flowbench.cli.rollout import rollout
from flowbench.cli.scene import scene
from flowbench.cli.score import score
from flowbench.cli.show import show

app = typer.Typer(
    name="flowbench",
    help="Environments in which every transition is explained exactly. Exit codes: 0 ok, 1 differs or too few, "
    "2 usage, 3 not comparable.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("list")(one_line_errors(list_environments))
app.command("rollout")(one_line_errors(rollout))
app.command("replay")(one_line_errors(replay))
app.command("rephrase")(one_line_errors(rephrase))
app.command("score")(one_line_errors(score))
app.command("show")(one_line_errors(show))
app.command("pack")(one_line_errors(pack))
app.command("houses")(one_line_errors(houses))
app.command("scene")(one_line_errors(scene))
app.command("doctor")(one_line_errors(doctor))
