"""Ties a child process to its parent, so that a killed daemon leaves no orphans.

`python tether.py PARENT_PID SIGNAL -- command …` asks the kernel to send the signal
when the parent ends, however it ends, and then becomes the command. On systems without
that service it only becomes the command.

The kernel watches the *thread* that started the child: start children from the main
thread, which lives as long as the process. The file runs by its path and uses nothing
but the standard library, so it starts fast and whatever the import path is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

PR_SET_PDEATHSIG: Final = 1
"""Source: prctl(2); kept across execve(2)."""

USAGE_EXIT: Final = 2


def tethered(command: Sequence[str], when_parent_ends: signal.Signals) -> list[str]:
    """Return the command line that runs a command as a tethered child of ours.

    Args:
        command: program and arguments.
        when_parent_ends: what the child is sent when this process is gone.
    """
    # -I -S: no user site, no current folder, no site-packages; the command itself
    # gets the environment unchanged.
    this_file = os.path.abspath(__file__)  # noqa: PTH100 - pathlib is slow to import
    interpreter = [sys.executable, "-I", "-S", this_file]
    return [*interpreter, str(os.getpid()), when_parent_ends.name, "--", *command]


def main(arguments: Sequence[str]) -> None:
    """Tie this process to its parent and become the command; does not return.

    Args:
        arguments: parent's process id, signal (`TERM` or `SIGTERM`), `--`, program,
            its arguments.

    Raises:
        SystemExit: the arguments are wrong, or the parent is gone already.
        OSError: the program cannot be started.
    """
    try:
        parent, name, dashes, *command = arguments
        parent_id, number = int(parent), _signal_of(name)
    except (ValueError, KeyError):
        raise SystemExit(USAGE_EXIT) from None
    if dashes != "--" or not command:
        raise SystemExit(USAGE_EXIT)
    _tie(number)
    if os.getppid() != parent_id:  # it ended before the kernel was asked
        raise SystemExit(USAGE_EXIT)
    # Python ignores these two, and a new program would inherit that.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    os.execvp(command[0], command)  # noqa: S606 - becoming the command is the purpose


def _signal_of(name: str) -> signal.Signals:
    """Return a signal by its name, with or without SIG.

    Raises:
        KeyError: there is none of that name.
    """
    return signal.Signals["SIG" + name.removeprefix("SIG")]


def _tie(number: signal.Signals) -> None:
    """Ask the kernel for a signal at the end of the parent (Linux only).

    Raises:
        OSError: the kernel refused.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


if __name__ == "__main__":
    main(sys.argv[1:])
