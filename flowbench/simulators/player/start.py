#!python
"""The script `flowbench-thor-player`: the embedded engine behind AI2-THOR's protocols.

    Controller(local_executable_path="flowbench-thor-player", server_class=FifoServer, x_display=":0", ...)
    flowbench-thor-player --attach 127.0.0.1:8200      # to a Controller(start_unity=False, port=8200, ...)

Only the standard library is imported before the pipe to the client is open: a client whose child leaves earlier waits
for ever. Whatever goes wrong later is told the client in a failed event.
"""

import errno
import os
import signal
import sys
import threading
import time

PARENT_CHECK_S = 0.5
READER_WAIT_S = 60.0  # for the client to open its end of the pipe; a pipe left over from a dead client never opens


def main() -> int:
    """Serve until the client goes away."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the client's; it takes the player with it
    launched = "AI2THOR_SERVER_TYPE" in os.environ
    if launched:
        threading.Thread(target=_leave_with, args=(os.getppid(),), daemon=True).start()
    pipe = os.environ.get("AI2THOR_FIFO_SERVER_PIPE_PATH")
    events = None if pipe is None else _open_for_writing(pipe)

    from flowbench.simulators.player.serve import serve

    return serve(events, launched, sys.argv[1:])


def _leave_with(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK_S)
    os._exit(1)


def _open_for_writing(path: str) -> int:
    """The descriptor of a pipe that somebody reads."""
    give_up = time.monotonic() + READER_WAIT_S
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as e:
            if e.errno != errno.ENXIO:
                raise
            if time.monotonic() > give_up:
                sys.exit(
                    f"flowbench-thor-player: nobody has read {path} for {READER_WAIT_S:.0f} s; the client is gone."
                )
            time.sleep(0.01)
        else:
            os.set_blocking(descriptor, True)
            return descriptor


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the script's own folder
    sys.exit(main())
