"""What may be asked of the builder: its commands, the options that each of them uses, and the words that follow it."""

import datetime as dt
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

DEFAULT_OUT = Path("dist/site")
DEFAULT_PORT = 8000


class Command(StrEnum):
    """What the builder does."""

    BUILD = "build"
    CHECK = "check"
    FORMAT = "format"
    DIFF = "diff"
    RELEASE = "release"
    VERIFY = "verify"
    CONFIG = "config"
    SERVE = "serve"


class Server(StrEnum):
    """What the site can be configured for: two servers, and the file that hosts of static sites read."""

    NGINX = "nginx"
    CADDY = "caddy"
    HEADERS = "headers"


PURPOSES: Mapping[Command, str] = {
    Command.BUILD: "check the data and write the site (default)",
    Command.CHECK: "only check the data",
    Command.FORMAT: "rewrite the source files into the canonical format",
    Command.DIFF: "tell what is different between two sites",
    Command.RELEASE: "write down a release",
    Command.VERIFY: "build a site again, and compare every byte",
    Command.CONFIG: "print the configuration of a server",
    Command.SERVE: "preview a built site on this machine",
}
"""What each command is for, in the words of the help."""

USED: Mapping[Command, frozenset[str]] = {
    Command.BUILD: frozenset({"data", "out", "archive", "base_url", "generated_at", "precompress", "workers"}),
    Command.CHECK: frozenset({"data", "base_url", "generated_at"}),
    Command.FORMAT: frozenset({"data"}),
    Command.DIFF: frozenset({"json"}),
    Command.RELEASE: frozenset({"generated_at"}),
    Command.VERIFY: frozenset({"data", "base_url", "generated_at"}),
    Command.CONFIG: frozenset({"data", "out", "base_url"}),
    Command.SERVE: frozenset({"out", "port"}),
}
"""The options that a command uses; it refuses all others, because it would ignore them."""

OPTIONS = sorted(frozenset().union(*USED.values()))
"""Every option of any command, by its name in a request."""

OPERANDS: Mapping[Command, tuple[int, int, str]] = {
    Command.BUILD: (0, 0, ""),
    Command.CHECK: (0, 0, ""),
    Command.FORMAT: (0, 0, ""),
    Command.DIFF: (2, 2, "OLD NEW"),
    Command.RELEASE: (0, 1, "[VERSION]"),
    Command.VERIFY: (1, 1, "SITE"),
    Command.CONFIG: (1, 1, "|".join(Server)),
    Command.SERVE: (0, 0, ""),
}
"""How many words may follow a command, at least and at most, and what they are."""


class Request(NamedTuple):
    """What was asked for. None stands for the default: the packed data, or what ``site.json`` says."""

    # No Struct: to import msgspec takes longer than all else that the help needs.

    command: Command
    data: Path | None
    out: Path
    archive: Path | None
    base_url: str | None
    generated_at: dt.datetime | None
    operands: tuple[str, ...] = ()
    json: bool = False
    precompress: bool = False
    port: int | None = None
    workers: int | None = None
