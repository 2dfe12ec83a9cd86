"""The progress line of a roll-out: items a second, yield, and why attempts fail."""

import time
from collections import deque

from flowbench.datasets.filling import Status

SPAN_S = 60.0  # the rate is that of the last minute
REASONS = 3


class Rate:
    """Items a second, from how many there were when."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._seen: deque[tuple[float, int]] = deque()

    def of(self, items: int, now_s: float) -> float:
        """The rate over the last minute, with this many items now."""
        self._seen.append((now_s, items))
        while now_s - self._seen[0][0] > SPAN_S and len(self._seen) > 2:
            self._seen.popleft()
        first_s, before = self._seen[0]
        span = now_s - first_s
        return (items - before) / span if span > 0 else 0.0


class RateLine:
    """What stands behind the name of a roll-out while it runs."""

    def __init__(self) -> None:
        """Start the clock."""
        self._rate = Rate()

    def text(self, status: Status) -> str:
        """For example ` 2.1/s, yield 0.71 (collision 31, the other answer 12)`."""
        rate = self._rate.of(status.items, time.monotonic())
        return f" {rate:.1f}/s, {outcome_text(status)}"


def outcome_text(status: Status) -> str:
    """Yield by slot, and the most frequent reasons."""
    tried = sum(status.outcomes.values()) - status.outcomes["skipped"]
    reasons = ", ".join(f"{name} {count}" for name, count in status.reasons.most_common(REASONS))
    share = status.outcomes["found"] / tried if tried else 0.0
    return f"yield {share:.2f}" + (f" ({reasons})" if reasons else "")
