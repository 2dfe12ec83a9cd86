"""Everything flowbench raises on purpose. Each error is made of its message alone, so that it can cross processes.

```
FlowBenchError
├── UnknownName (ValueError)        a scene, object, environment, option ... that does not exist
├── BadValue (ValueError)           a value outside what was documented
│   ├── IllegalAction               an action the rules of a game do not allow in this state
│   └── ParseError                  an answer that is not in the format asked for
├── MissingExtra (ImportError)      an optional dependency is not installed
├── NothingToAsk (RuntimeError)     no view, proposal or answer exists for what was asked
├── SimulatorError (RuntimeError)   the simulator behind an environment failed
├── EndpointError (RuntimeError)    a language model's endpoint refuses, or does not answer
└── StoreError (ValueError)         a data folder is foreign, damaged or would be overwritten
```
"""

import difflib
from collections.abc import Iterable
from typing import Self


class FlowBenchError(Exception):
    """Base of all errors of this package."""


class UnknownName(FlowBenchError, ValueError):
    """A name that is not in a closed list; the message offers the nearest match."""

    @classmethod
    def among(cls, kind: str, name: object, known: Iterable[str], remedy: str = "") -> Self:
        """Say what kind of name is unknown, what came, and what would do."""
        known = sorted(known)
        close = difflib.get_close_matches(str(name), known, n=1)
        listed = ", ".join(known[:12]) + (f", ... ({len(known)} in all)" if len(known) > 12 else "")
        hint = f" Did you mean {close[0]!r}?" if close else f" Known: {listed}."
        return cls(f"Unknown {kind} {name!r}.{hint}{' ' + remedy if remedy else ''}")


class BadValue(FlowBenchError, ValueError):
    """A value of the wrong type, shape or range; the message says what was expected, what came, what to do."""


class IllegalAction(BadValue):
    """An action that the rules do not allow in this state; the message is the reason."""


class ParseError(BadValue):
    """An answer that is not in the format asked for; the message says where it leaves it."""


class MissingExtra(FlowBenchError, ImportError):
    """An optional dependency is missing; the message gives the pip command."""

    @classmethod
    def of(cls, package: str, extra: str) -> Self:
        """Name the missing package and the extra that brings it."""
        return cls(f"{package} is not installed. Run: pip install 'flowbench-gym[{extra}]'")


class NothingToAsk(FlowBenchError, RuntimeError):
    """No view, proposal or outcome satisfies what was asked for."""


class SimulatorError(FlowBenchError, RuntimeError):
    """The simulator behind an environment failed."""


class EndpointError(FlowBenchError, RuntimeError):
    """A language model's endpoint refuses what is asked, or does not answer."""


class StoreError(FlowBenchError, ValueError):
    """A data folder is foreign, damaged, or would be overwritten."""
