"""Runs a command, and tells what went wrong in a line.

A command is imported when it runs: the one that builds needs so much that the others would wait for it.
"""

import sys
from collections.abc import Callable

from locdata_build.cli.request import Command, Request
from locdata_build.cli.result import Result
from locdata_build.delivery.place import DeliveryError
from locdata_build.publish.file import PublishError
from locdata_build.source.faults import SourceError


def execute(request: Request) -> int:
    """Do what is asked for and print what comes of it; the exit status."""
    try:
        result = _command(request.command)(request)
        print(result.text, flush=True)
    except (SourceError, PublishError, DeliveryError) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        what = "standard output: cannot be written" if error.filename is None else f"{error.filename}: cannot be used"
        print(f"{what}: {error.strerror}", file=sys.stderr)
        return 1
    return result.status


def _command(command: Command) -> Callable[[Request], Result]:
    match command:
        case Command.BUILD:
            from locdata_build.cli.commands import build as run
        case Command.CHECK:
            from locdata_build.cli.check import check as run
        case Command.FORMAT:
            from locdata_build.cli.format import format_sources as run
        case Command.DIFF:
            from locdata_build.cli.diff import diff as run
        case Command.RELEASE:
            from locdata_build.cli.release import release as run
        case Command.VERIFY:
            from locdata_build.cli.verify import verify as run
        case Command.CONFIG:
            from locdata_build.cli.config import config as run
        case Command.SERVE:
            from locdata_build.cli.serve import serve as run
    return run
