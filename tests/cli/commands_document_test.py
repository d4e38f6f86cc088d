"""docs/commands.md shows every command with all its arguments."""

from cli.commands_document import DOCUMENT, commands_document


def test_document_is_generated_from_the_parser() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == commands_document(), "./pants run tests/cli:update rewrites it"
