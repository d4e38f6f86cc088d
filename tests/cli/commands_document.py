"""Writes docs/commands.md from the parser of the command line: ``./pants run tests/cli:update``."""

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from locdata_build.cli.parser import COMMANDS, PROGRAM, command_parser, load_command

DOCUMENT = Path("docs/commands.md")
WIDTH = 140

INTRODUCTION = """\
# Commands

In a clone of the repository, `./pants run src/python/locdata_build -- COMMAND ...` runs a command. The runnable file that
`./pants package src/python/locdata_build:locdata_build` makes needs no clone, because it includes the data:
`python3.11 dist/locdata_build.pex COMMAND ...`, on the operating system and processor that it was packaged on. It unpacks itself once, into
`~/.pex` or the folder that the variable `PEX_ROOT` names (30 MB). In this document, `locdata_build` stands for either.

Without a command, or if the first argument is an option, the command is `build`. `--help` lists the commands, and `COMMAND --help` the
arguments of one. `./pants run tests/cli:update` writes this document from the modules in `src/python/locdata_build/cli`.

| Exit status | Meaning |
| --- | --- |
| 0 | The command has succeeded. |
| 1 | The data has issues, a site differs or its version is too low, or a file cannot be read or written. |
| 2 | The arguments are wrong. |
| 130 | The command was interrupted (SIGHUP, SIGINT, SIGTERM). Nothing is left half written. |

| Command | Purpose |
| --- | --- |
"""


def commands_document() -> str:
    """Return the document: the table of commands, and a section for each."""
    rows = (f"| [`{command}`](#{command}) | {_sentence(summary)} |" for command, summary in COMMANDS.items())
    lines = [*INTRODUCTION.splitlines(), *rows]
    for command, parser in _parsers().items():
        lines += ["", *_section(command, parser)]
    return "\n".join(lines) + "\n"


def _parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    (commands,) = (action for action in command_parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(commands.choices)


def _section(command: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    module = load_command(command)
    # A parser adds its option --help before all others.
    arguments = parser._actions[1:]
    yield f"## {command}"
    yield ""
    yield from textwrap.wrap(f"{_sentence(COMMANDS[command])} {module.DETAILS}", WIDTH)
    yield ""
    # An argument and its value stay on one line.
    words = [PROGRAM, command, *(_usage(argument).replace(" ", "\u00a0") for argument in arguments)]
    usage = textwrap.wrap(" ".join(words), WIDTH - 8, break_on_hyphens=False)
    yield from (
        f"{'    ' if number == 0 else '        '}{line}".replace("\u00a0", " ") for number, line in enumerate(usage)
    )
    yield ""
    yield "| Argument | Meaning |"
    yield "| --- | --- |"
    for argument in arguments:
        yield f"| `{_synopsis(argument)}` | {_sentence((argument.help or '') % vars(argument))} |"
    yield ""
    yield f"Example: `{PROGRAM} {module.EXAMPLE}`"


def _usage(argument: argparse.Action) -> str:
    is_required = not argument.option_strings and argument.nargs is None
    return _synopsis(argument) if is_required else f"[{_synopsis(argument)}]"


def _synopsis(argument: argparse.Action) -> str:
    """Return an argument with its value, such as ``--out DIR``."""
    value = [] if argument.nargs == 0 else [str(argument.metavar)]
    return " ".join([*argument.option_strings, *value])


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def main() -> None:
    """Rewrite the document."""
    DOCUMENT.write_text(commands_document(), encoding="utf-8")


if __name__ == "__main__":
    main()
