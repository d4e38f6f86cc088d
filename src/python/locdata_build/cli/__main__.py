"""Entry point of the builder: it parses the command line, runs the command, and prints the result or the error."""

import sys

from locdata_build.cli.interrupts import INTERRUPTED, block_interrupts, raise_on_interrupts
from locdata_build.cli.output import (
    OutputError,
    buffer_output,
    flush_error,
    open_missing_streams,
    write_bytes,
    write_error,
    write_output,
)
from locdata_build.cli.parser import Invocation, parse_arguments


def main() -> int:
    """Run the command line and return the exit status."""
    if sys.flags.optimize > 1:
        # The published schemas take their descriptions from docstrings, so the site would differ.
        write_error("locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)")
        return 2
    try:
        raise_on_interrupts()
        open_missing_streams()
        buffer_output()
        return execute(parse_arguments(sys.argv[1:]))
    except OutputError as error:
        write_error(str(error))
        return 1
    except MemoryError:
        write_error("there is not enough memory")
        return 1
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 reports an interrupt as a RuntimeError while it creates a class.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        write_error("interrupted")
        return INTERRUPTED
    finally:
        block_interrupts()
        flush_error()


def execute(invocation: Invocation) -> int:
    """Run a command, print its result or its error, and return the exit status. Raises ``OutputError``."""
    try:
        result = invocation.run(**invocation.arguments)
    except _usage_error() as error:
        invocation.parser.error(str(error))
    except OSError as error:
        subject = f"{error.filename}: cannot be used" if error.filename else "the system refused"
        write_error(f"{subject}: {error.strerror}")
        return 1
    except _expected_errors() as error:
        write_error(*error.args)
        return 1
    if result.archive is None:
        write_output(result.lines)
    else:
        write_bytes(result.archive)
        write_error(*result.lines)
    return result.status


def _usage_error() -> type[Exception]:
    """Import and return the error for arguments that do not fit together. Called only if a command raises an error."""
    from locdata_build.cli.arguments import UsageError

    return UsageError


def _expected_errors() -> tuple[type[Exception], ...]:
    """Import and return the errors whose message is all that a user needs. Called only if a command raises an error."""
    from locdata_build.data.errors import SourceError
    from locdata_build.hosting.configuration import HostingError
    from locdata_build.site.staging import PublishError

    return SourceError, PublishError, HostingError


if __name__ == "__main__":
    sys.exit(main())
