"""The entry point of the builder: it parses the command line, runs the command, and prints the result or the error."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from locdata_build.cli.arguments import Command, Request, Result
from locdata_build.cli.output import (
    OutputError,
    buffer_output,
    flush_error,
    open_missing_streams,
    write_bytes,
    write_error,
    write_output,
)
from locdata_build.cli.parser import parse_request
from locdata_build.render.interrupts import block_interrupts, raise_on_interrupts, was_interrupted

INTERRUPTED = 130
"""128 plus the number of SIGINT: the status that shells report for an interrupted command."""


def main() -> int:
    """Run the command line and return the exit status."""
    if sys.flags.optimize > 1:
        # The published schemas take their descriptions from docstrings, so the site would differ.
        write_error("locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)")
        return 2
    try:
        raise_on_interrupts()
        return execute(_request())
    except OutputError as error:
        write_error(str(error))
        return 1
    except MemoryError:
        write_error("there is not enough memory")
        return 1
    except (KeyboardInterrupt, Exception) as error:
        # Other code may report an interrupt as an error of its own, as Python does while it makes a class.
        if not isinstance(error, KeyboardInterrupt) and not was_interrupted():
            raise
        write_error("interrupted")
        return INTERRUPTED
    finally:
        # Nothing is left to be interrupted but the end of Python, which would be noisy.
        with suppress(KeyboardInterrupt):
            block_interrupts()


def _request() -> Request:
    """Parse the command line. Exits after the help or an error. Raises ``OutputError``."""
    open_missing_streams()
    buffer_output()
    try:
        return parse_request(sys.argv[1:], os.environ)
    except SystemExit:
        flush_error()
        raise


def execute(request: Request) -> int:
    """Run a command, print its result or its error, and return the exit status. Raises ``OutputError``."""
    try:
        result = _function(request)(request)
    except OSError as error:
        what = f"{error.filename}: cannot be used" if error.filename else "the system refused"
        write_error(f"{what}: {error.strerror}")
        return 1
    # Called only if a command raises an error.
    except _expected_errors() as error:
        write_error(*error.args)
        return 1
    if result.archive is None:
        write_output(result.lines)
    else:
        write_bytes(result.archive)
        write_error(*result.lines)
    return result.status


def _expected_errors() -> tuple[type[Exception], ...]:
    """Import and return the errors whose message is all that a user needs."""
    from locdata_build.data.errors import SourceError
    from locdata_build.hosting.configuration import HostingError
    from locdata_build.publish.files import PublishError

    return SourceError, PublishError, HostingError


def _function(request: Request) -> Callable[[Request], Result]:  # noqa: C901  # one case for each command
    """Import and return the function of a request's command, so that no command waits for what only others need."""
    match request.command:
        case Command.BUILD:
            from locdata_build.cli.build import build as run
        case Command.CHECK:
            from locdata_build.cli.data import check as run
        case Command.AUDIT:
            from locdata_build.cli.audit import audit as run
        case Command.FORMAT:
            from locdata_build.cli.data import format_sources as run
        case Command.NEW:
            from locdata_build.cli.new import new as run
        case Command.DIFF:
            from locdata_build.cli.diff import diff as run
        case Command.RELEASE:
            from locdata_build.cli.release import release as run
        case Command.VERIFY:
            from locdata_build.cli.verify import verify as run
        case Command.RESTORE:
            from locdata_build.cli.restore import restore as run
        case Command.CONFIG:
            from locdata_build.cli.hosting import config as run
        case Command.SERVE if request.watch:
            from locdata_build.cli.watching import watch as run
        case Command.SERVE:  # pragma: no branch  # It is the last command.
            from locdata_build.cli.hosting import serve as run
    return run


if __name__ == "__main__":
    sys.exit(main())
