"""The command with which a peer builds the site."""

from pathlib import Path

import msgspec


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """The timed part of a peer's build: ``arguments`` run in ``folder`` leave the site in ``result``."""

    name: str
    arguments: tuple[str, ...]
    folder: Path
    result: Path
