"""The entry point: ``locdata_build [COMMAND]``.

Exit status 0, 1 for faults, a version that is too small or a site that is not the same, 2 for wrong usage, 130 when
interrupted.
"""

import os
import signal
import sys
from collections.abc import Callable, Mapping

from locdata_build.cli.arguments import parse_request
from locdata_build.cli.commands import Result, build, check, diff, format_sources
from locdata_build.cli.hosting import config, serve
from locdata_build.cli.release import release
from locdata_build.cli.request import Command, Request
from locdata_build.cli.verify import verify
from locdata_build.delivery.place import DeliveryError
from locdata_build.publish.file import PublishError
from locdata_build.source.faults import SourceError

COMMANDS: Mapping[Command, Callable[[Request], Result]] = {
    Command.BUILD: build,
    Command.CHECK: check,
    Command.FORMAT: format_sources,
    Command.DIFF: diff,
    Command.RELEASE: release,
    Command.VERIFY: verify,
    Command.CONFIG: config,
    Command.SERVE: serve,
}

INTERRUPTED = 130
"""The status that shells know: 128, and the number of the signal from the keyboard."""


def main() -> int:
    """Run what the command line asks for; the exit status."""
    if sys.flags.optimize > 1:
        # The published schemas take their descriptions from docstrings, so the site would not be the same.
        print("locdata_build must not run with docstrings stripped (python -OO, PYTHONOPTIMIZE=2)", file=sys.stderr)
        return 2
    request = parse_request(sys.argv[1:], os.environ)
    # As from the keyboard: what is staged is removed on the way out.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        result = COMMANDS[request.command](request)
        print(result.text, flush=True)
    except (SourceError, PublishError, DeliveryError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        what = "standard output: cannot be written" if error.filename is None else f"{error.filename}: cannot be used"
        print(f"{what}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return result.status


if __name__ == "__main__":
    sys.exit(main())
