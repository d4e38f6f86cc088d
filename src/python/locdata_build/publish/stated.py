"""What a built site states of itself: version, time and base URL; and the refusal to replace a newer site."""

from pathlib import Path

import msgspec
from msgspec import Struct

from locdata_build.publish.files import PublishError
from locdata_build.source.untrusted import open_regular_file
from locdata_model.endpoints import INDEX
from locdata_model.scalars import STAMP_FORMAT, UtcStamp, Version, version_parts

INDEX_FILE = INDEX.path.removeprefix("/")
"""The file in which a site states its version and its time."""

LARGEST_INDEX = 1_000_000
"""The number of bytes that are read of an index; it has some thousand."""


class Stated(Struct, frozen=True):
    """The version of a site and the time of its build."""

    version: Version
    generated_at: UtcStamp

    def __str__(self) -> str:
        return f"version {self.version} of {self.generated_at:{STAMP_FORMAT}}"


class _Index(Struct):
    meta: Stated


class _Server(Struct):
    url: str


class _OpenApi(Struct):
    servers: tuple[_Server]


def stated_by(index: bytes) -> Stated | None:
    """Return what the content of an index states; None if it cannot be read."""
    try:
        return msgspec.json.decode(index, type=_Index).meta
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def stated_base_url(openapi: bytes) -> str | None:
    """Return the base URL in the content of an OpenAPI document; None if it cannot be read."""
    try:
        return msgspec.json.decode(openapi, type=_OpenApi).servers[0].url
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def read_stated(site: Path) -> Stated | None:
    """Return what the site in a folder states; None if its index cannot be read as one. Raises ``OSError``."""
    with open_regular_file(site / INDEX_FILE) as stream:
        return stated_by(stream.read(LARGEST_INDEX))


def refuse_newer(site: Path, target: Path, fresh: Stated) -> None:
    """Raise ``PublishError`` if the site that is replaced at ``target`` has a higher version or a later time than ``fresh``.

    A site that does not state both is refused too. Raises ``OSError`` if its index cannot be read.
    """
    former = read_stated(site)
    if former is None:
        raise PublishError(f"{target}: must state its version and time in {INDEX_FILE}, but does not")
    if version_parts(former.version) > version_parts(fresh.version) or former.generated_at > fresh.generated_at:
        raise PublishError(f"{target}: must not be newer than this build, {fresh}, but is {former}")
