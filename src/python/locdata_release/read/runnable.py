"""The runnable file: a PEX, which is a zip file with packages, a runtime, and our own code and data in it."""

import io
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct

from locdata_release.read.distributions import Distribution, parse_distribution
from locdata_release.read.faults import ReleaseError
from locdata_release.read.files import read_file, sha256
from locdata_release.read.settings import SETTINGS, Settings, parse_settings

RUNTIME = "pex"
"""The package whose code stands at the head of a PEX, and the packages that it brings in itself."""

RUNTIME_NOTES = "pex_licences/"
"""Where the runnable file keeps the metadata and the licence texts of the runtime, which brings none of them itself."""

_VENDORED = ".bootstrap/pex/vendor/_vendored/"
_METADATA = re.compile(r"(?P<folder>(?:\.deps/(?P<wheel>[^/]+)/|pex_licences/)[^/]+\.dist-info/)METADATA")
_DAMAGE = (BadZipFile, EOFError, KeyError, RuntimeError, ValueError, zlib.error, msgspec.DecodeError)
"""What reading a file raises that is no zip file, a damaged one, or one with something else in it."""

_SPEAKS_OF_LICENCE = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


class _Properties(Struct, frozen=True):
    pex_version: str


class _Info(Struct, frozen=True):
    """What a PEX says of itself: which ``pex`` made it, and the wheels in it."""

    build_properties: _Properties
    distributions: Mapping[str, str]


class Runnable(Struct, frozen=True, kw_only=True):
    """What the runnable file holds besides our own code: packages, and the runtime with what is ``vendored`` in it."""

    name: str
    sha256: str
    settings: Settings
    own_licence_files: tuple[str, ...]
    packages: tuple[Distribution, ...]
    runtime: Distribution
    vendored: tuple[Distribution, ...]


def read_runnable(path: Path) -> Runnable:
    """The runnable file at ``path``. Raises ``ReleaseError`` where it is none, or does not tell what is in it."""
    content = read_file(path)
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            return _parse(archive, path, sha256(content))
    except _DAMAGE as error:
        raise ReleaseError(f"{path}: must be a PEX of the builder, but is not: {error}") from error


def _parse(archive: ZipFile, path: Path, digest: str) -> Runnable:
    names = archive.namelist()
    info = msgspec.json.decode(archive.read("PEX-INFO"), type=_Info)
    runtime, *vendored = _runtime(archive, names, info.build_properties.pex_version, path)
    return Runnable(
        name=path.name,
        sha256=digest,
        settings=parse_settings(archive.read(SETTINGS), f"{path}: {SETTINGS}"),
        own_licence_files=tuple(sorted(name for name in names if name.startswith("LICENSE"))),
        packages=_packages(archive, names, sorted(info.distributions), path),
        runtime=runtime,
        vendored=tuple(vendored),
    )


def _packages(archive: ZipFile, names: Sequence[str], wheels: Sequence[str], path: Path) -> tuple[Distribution, ...]:
    """The packages of ``wheels``, by name. Raises ``ReleaseError`` where one has no metadata."""
    found = {match["wheel"]: match for name in names if (match := _METADATA.fullmatch(name)) and match["wheel"]}
    if missing := [wheel for wheel in wheels if wheel not in found]:
        raise ReleaseError(f"{path}: must hold the metadata of {missing[0]}, but does not")
    packages = [_read(archive, names, found[wheel]) for wheel in wheels]
    return tuple(sorted(packages, key=lambda package: package.name))


def _runtime(archive: ZipFile, names: Sequence[str], version: str, path: Path) -> list[Distribution]:
    """The runtime of that version, then what is vendored in it. Raises ``ReleaseError`` for what has no notes."""
    matches = [match for name in names if (match := _METADATA.fullmatch(name)) and not match["wheel"]]
    noted = sorted((_read(archive, names, match) for match in matches), key=lambda part: (part.name, part.version))
    called = {called for part in noted for called in (part.name, f"{part.name}_{part.version.replace('.', '_')}")}
    vendored = {name.removeprefix(_VENDORED).split("/")[0] for name in names if re.match(f"{_VENDORED}[^/]+/", name)}
    runtime = [part for part in noted if (part.name, part.version) == (RUNTIME, version)]
    if missing := [*([] if runtime else [f"{RUNTIME} {version}"]), *sorted(vendored - called)]:
        raise ReleaseError(f"{path}: must hold metadata and licences of {missing[0]} in {RUNTIME_NOTES}, but does not")
    return [*runtime, *(part for part in noted if part.name != RUNTIME)]


def _read(archive: ZipFile, names: Sequence[str], match: re.Match[str]) -> Distribution:
    inside = [name.removeprefix(match["folder"]) for name in names if name.startswith(match["folder"])]
    files = sorted(name for name in inside if not name.endswith("/") and _SPEAKS_OF_LICENCE.search(name))
    return parse_distribution(archive.read(match.group()), tuple(match["folder"] + name for name in files))
