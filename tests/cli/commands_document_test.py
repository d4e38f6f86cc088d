"""docs/commands.md shows every command with all its arguments."""

from cli.commands_document import DOCUMENT, commands_document
from locdata_build.cli.arguments import Command, Request


def test_document_is_the_one_that_the_parser_gives() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == commands_document(), "./pants run tests/cli:update rewrites it"


def test_document_has_a_section_for_each_command_and_every_argument() -> None:
    document = commands_document()
    arguments = [name for name in Request._fields if name != "command"]

    assert [line.removeprefix("## ") for line in document.splitlines() if line.startswith("## ")] == [*Command]
    assert [
        name
        for name in arguments
        if f"| `--{name.replace('_', '-')}" not in document and f"| `{name.upper()}`" not in document
    ] == []
