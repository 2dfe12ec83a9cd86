"""Why there is nothing to use: a draw that is not good enough, or a position without a plan."""

from flowbench.errors import NothingToAsk


class Reject(NothingToAsk):
    """A draw that does not become an instance or a question; the message is the reason, without particulars."""


class NoPlan(NothingToAsk):
    """It is proved that no plan leads from a position to the goal."""
