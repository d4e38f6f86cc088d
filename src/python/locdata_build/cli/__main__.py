"""The entry point: ``locdata_build [COMMAND]``.

Exit status 0, 1 for faults, a version that is too small or a site that is not the same, 2 for wrong usage, 130 when
interrupted.
"""

import os
import signal
import sys

from locdata_build.cli.arguments import parse_request

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
        # After the command line, so that its help and its refusals come at once.
        from locdata_build.cli.execution import execute

        return execute(request)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
