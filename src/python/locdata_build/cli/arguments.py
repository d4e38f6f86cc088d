"""The commands, the request that a command gets, and the result that it returns."""

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

DEFAULT_OUT = Path("dist/site")
DEFAULT_PORT = 8000

STANDARD_OUTPUT = Path("-")
"""The path that stands for standard output."""

SOURCE_FOLDER = "data_src"
"""The folder of source files: its name in the repository, and that of the package it is packed as."""


class Command(StrEnum):
    """A command of the builder."""

    BUILD = "build"
    CHECK = "check"
    AUDIT = "audit"
    FORMAT = "format"
    NEW = "new"
    DIFF = "diff"
    RELEASE = "release"
    VERIFY = "verify"
    RESTORE = "restore"
    CONFIG = "config"
    SERVE = "serve"


class Layout(StrEnum):
    """What the target of a build is: the folder of the site, or a folder of releases with a link to the current one."""

    FOLDER = "folder"
    RELEASES = "releases"


class AuditFormat(StrEnum):
    """The form in which an audit is printed."""

    MARKDOWN = "markdown"
    JSON = "json"


class Server(StrEnum):
    """What the site can be configured for: two servers, and the file that hosts of static sites read."""

    NGINX = "nginx"
    CADDY = "caddy"
    HEADERS = "headers"


class Request(NamedTuple):
    """A command with its arguments. None stands for the default: the packed data, or what ``site.json`` says.

    A command uses only the arguments that its parser defines.
    """

    # Not a Struct, because importing msgspec takes longer than everything else that the help needs.

    command: Command
    data: Path | None = None
    out: Path = DEFAULT_OUT
    archive: Path | None = None
    base_url: str | None = None
    generated_at: dt.datetime | None = None
    precompress: bool = False
    workers: int | None = None
    keep: int | None = None
    layout: Layout = Layout.FOLDER
    refuse_older: bool = False
    former: str = ""
    old: str = ""
    new: str = ""
    json: bool = False
    version: str | None = None
    site: str = ""
    server: Server = Server.NGINX
    port: int = DEFAULT_PORT
    watch: bool = False
    fill: bool = False
    due: bool = False
    strict: bool = False
    sample: int = 0
    seed: int = 0
    summary: bool = False
    country: str | None = None
    format: AuditFormat = AuditFormat.MARKDOWN
    kind: str = ""
    code: str = ""
    name: str = ""
    region: str = ""


class Result(NamedTuple):
    """The lines that a command prints, and its exit status. An archive takes standard output, and the lines standard error.

    Lines may have any characters: whatever prints them escapes some.
    """

    lines: Iterable[str]
    status: int = 0
    archive: bytes | None = None
