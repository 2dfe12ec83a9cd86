"""`python -m flowbench` is the `flowbench` command."""

from flowbench.cli import main

if __name__ == "__main__":
    main()
