"""The command line. Importing this loads no environment, no simulator and no renderer: commands do when they run."""


def main() -> None:
    """Run `flowbench`."""
    from flowbench.cli.app import app

    app()
