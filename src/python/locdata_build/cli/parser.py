"""Parser of the command line, list of commands, and what each command defines and returns."""

from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn, Protocol, cast

from locdata_build.cli.output import printable_line, write_output

PROGRAM = "locdata_build"

COMMANDS: Mapping[str, str] = {
    "build": "check the data and write the site (default)",
    "check": "check the data",
    "audit": "print statements to compare with their sources, or figures",
    "recheck": "re-check the claims that are due or have findings",
    "format": "rewrite the source files in the canonical format",
    "new": "write the source file of a new country",
    "diff": "show the differences between two sites",
    "release": "cut a release of the repository",
    "verify": "build a site again and compare every byte",
    "restore": "restore a former site",
    "config": "print the configuration of a server",
    "serve": "preview a built site on this machine",
}
"""Summary of each command, in the order of the help. The module with the name of the command defines the rest."""


class Result(NamedTuple):
    """The lines that a command prints, and its exit status. An archive goes to standard output, and the lines to standard error.

    Lines may contain any characters; unprintable ones are escaped when they are printed.
    """

    lines: Iterable[str]
    status: int = 0
    archive: bytes | None = None


class CommandModule(Protocol):
    """Module of a command: its help, its arguments and its function, which takes the arguments as keywords."""

    DETAILS: str
    EXAMPLE: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[..., Result]


class Invocation(NamedTuple):
    """A command with its parsed arguments, and the parser that reports usage errors."""

    command: str
    run: Callable[..., Result]
    arguments: Mapping[str, Any]
    parser: ArgumentParser


class _Parser(ArgumentParser):
    """A parser that does not exit with status 0 if its help cannot be printed."""

    def print_help(self, file: object = None) -> None:
        """Print the help to standard output. Raises ``OutputError``."""
        write_output(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Print the usage and a message, made printable, to standard error, and exit with status 2."""
        super().error(printable_line(message).removesuffix("\n"))


def parse_arguments(arguments: Sequence[str]) -> Invocation:
    """Parse command-line arguments; without a command, they are those of ``build``.

    Exits with status 2 and a message if the arguments are wrong.
    """
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in {"-h", "--help"}):
        arguments = ["build", *arguments]
    # Other commands are not imported, so that no command waits for what only others need.
    options = vars(command_parser({arguments[0]}).parse_args(arguments))
    return Invocation(arguments[0], options.pop("run"), options, options.pop("parser"))


def command_parser(loaded: Collection[str] = COMMANDS) -> ArgumentParser:
    """Return the parser of the command line with all commands, those in ``loaded`` with their arguments."""
    parser = _Parser(
        prog=PROGRAM,
        description="Build the localization data service: checked source files in, static site out.",
        epilog="Without a command, the site is built. 'COMMAND --help' shows the options of a command.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, allow_abbrev=False)
        if name in loaded:
            module = load_command(name)
            subparser.description = f"{summary[0].upper()}{summary[1:]}. {module.DETAILS}"
            subparser.epilog = f"Example: {PROGRAM} {module.EXAMPLE}"
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run, parser=subparser)
    return parser


def load_command(name: str) -> CommandModule:
    """Return the module of a command."""
    return cast("CommandModule", import_module(f"locdata_build.cli.{name}"))
