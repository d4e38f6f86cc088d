"""The parser of the command line."""

import argparse
from collections.abc import Mapping, Sequence
from typing import NoReturn

from locdata_build.cli import argument_types
from locdata_build.cli.arguments import STANDARD_OUTPUT, Command, Request
from locdata_build.cli.commands import COMMANDS
from locdata_build.cli.output import printable_line, write_output

PROGRAM = "locdata_build"


def parse_request(arguments: Sequence[str], environment: Mapping[str, str]) -> Request:
    """Parse command-line arguments; without a command they are those of ``build``.

    ``SOURCE_DATE_EPOCH`` of ``environment`` is the time of the build if the command has such an option and it is not given.
    Exits with status 2 and a message for arguments that are wrong.
    """
    parser = command_parser()
    has_command = arguments and (arguments[0] in {"-h", "--help"} or not arguments[0].startswith("-"))
    options = parser.parse_args(arguments if has_command else [Command.BUILD, *arguments])
    request = Request(**vars(options))
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if "generated_at" in options and options.generated_at is None and epoch is not None:
        try:
            request = request._replace(generated_at=argument_types.epoch_time(epoch))
        except (ValueError, OverflowError, OSError):
            parser.error(f"SOURCE_DATE_EPOCH must be whole seconds since 1970, but is {epoch!r}")
    if request.new and (request.data or options.generated_at):
        parser.error("--data and --generated-at are for the build that takes the place of NEW: leave out NEW or them")
    if request.command is Command.RELEASE and request.generated_at is None:
        parser.error("release needs the time of the release, for example --generated-at now")
    if request.command is Command.SERVE and request.data and not request.watch:
        parser.error("--data needs --watch: without it, the site in --out is served")
    archive = None if request.archive == STANDARD_OUTPUT else request.archive
    if archive and archive.absolute().is_relative_to(request.out.absolute()):
        parser.error(f"--archive must not be in --out, which is replaced as a whole, but is {str(archive)!r}")
    return request


class _Parser(argparse.ArgumentParser):
    """A parser that does not exit with status 0 if its help cannot be printed."""

    def print_help(self, file: object = None) -> None:
        """Print the help to standard output. Raises ``OutputError``."""
        write_output(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Print the usage and a message, made printable, to standard error, and exit with status 2."""
        super().error(printable_line(message).removesuffix("\n"))


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line, with a parser of its own for each command."""
    parser = _Parser(
        prog=PROGRAM,
        description="Build the localization data service: checked source files in, static site out.",
        epilog="Without a command, the site is built. 'COMMAND --help' shows the options of a command.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command, spec in COMMANDS.items():
        command_line = commands.add_parser(
            command.value,
            help=spec.summary,
            description=f"{spec.summary[0].upper()}{spec.summary[1:]}. {spec.details}",
            epilog=f"Example: {PROGRAM} {spec.example}",
            allow_abbrev=False,
        )
        command_line.set_defaults(command=command)
        for add_argument in spec.arguments:
            add_argument(command_line)
    return parser
