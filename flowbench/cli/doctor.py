"""`flowbench doctor`: what is installed here, and whether it works."""

import dataclasses

import typer

from flowbench.cli.console import Json, print_json


def doctor(json: Json = False) -> None:
    """Look at versions, caches, optional packages and one small render; exit code 1 where something does not work."""
    from flowbench.cli.checks import examine

    checks = examine()
    works = all(check.state != "problem" for check in checks)
    if json:
        print_json({"checks": [dataclasses.asdict(check) for check in checks], "ok": works})
    else:
        width = max(len(check.name) for check in checks)
        for check in checks:
            typer.echo(f"{check.state:<7}  {check.name:<{width}}  {check.text}")
    raise typer.Exit(0 if works else 1)
