"""The runnable file and its packages.

It is a PEX: a zip file with packages, a runtime that starts them, and our own code and data.
"""

import io
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.metadata import RawMetadata, parse_email
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from locdata_release.checkout import SETTINGS, ReleaseError, Settings, parse_settings, read_file, sha256

RUNTIME = "pex"
"""The package whose code is the head of a PEX, together with the packages vendored in it."""

RUNTIME_METADATA = "pex_licences/"
"""The folder of the runnable file for metadata and licences of the runtime, whose code comes without them."""

_VENDORED = ".bootstrap/pex/vendor/_vendored/"
_METADATA = re.compile(r"(?P<folder>(?:\.deps/(?P<wheel>[^/]+)/|pex_licences/)[^/]+\.dist-info/)METADATA")
_LICENCE_FILE = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
_PARSE_ERRORS = (BadZipFile, EOFError, KeyError, RuntimeError, ValueError, zlib.error, msgspec.DecodeError)
"""What is raised for a file that is damaged, or is not a PEX."""

_UNAMBIGUOUS_NAMES = {"MIT License": "MIT"}
"""Licence names that can mean only one licence."""


class Distribution(Struct, frozen=True, kw_only=True):
    """A package as its own metadata describes it.

    ``licence`` is an SPDX expression. If the package declares none, ``licence_name`` is what it declares instead: a text
    or a name that fits several licences ("BSD License") is never turned into an expression. ``requires`` has the names
    of the packages that it needs without extras, and ``licence_files`` are paths in the runnable file.
    """

    name: str
    version: str
    requires: frozenset[str]
    licence: str | None
    licence_name: str | None
    licence_files: tuple[str, ...]
    homepage: str | None


class Runnable(Struct, frozen=True, kw_only=True):
    """The content of the runnable file, apart from our own code and data."""

    name: str
    sha256: str
    settings: Settings
    requires: frozenset[str]
    own_licence_files: tuple[str, ...]
    packages: tuple[Distribution, ...]
    runtime: Distribution
    vendored: tuple[Distribution, ...]


class _BuildProperties(Struct, frozen=True):
    pex_version: str


class _PexInfo(Struct, frozen=True):
    """The file ``PEX-INFO``: the version of the runtime, the requirements of our code, and the wheels."""

    build_properties: _BuildProperties
    requirements: tuple[str, ...]
    distributions: Mapping[str, str]


def read_runnable(path: Path) -> Runnable:
    """Read a runnable file. Raises ``ReleaseError`` if it is not one, or lacks the metadata of a package."""
    content = read_file(path)
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            return _parse(archive, path, sha256(content))
    except _PARSE_ERRORS as error:
        raise ReleaseError(f"{path}: must be a runnable file of the builder: {error}") from error


def _parse(archive: ZipFile, path: Path, digest: str) -> Runnable:
    files = archive.namelist()
    info = msgspec.json.decode(archive.read("PEX-INFO"), type=_PexInfo)
    runtime, *vendored = _runtime(archive, files, info.build_properties.pex_version, path)
    return Runnable(
        name=path.name,
        sha256=digest,
        settings=parse_settings(archive.read(SETTINGS), f"{path}: {SETTINGS}"),
        requires=_required_names(info.requirements),
        own_licence_files=tuple(sorted(file for file in files if file.startswith("LICENSE"))),
        packages=_packages(archive, files, sorted(info.distributions), path),
        runtime=runtime,
        vendored=tuple(vendored),
    )


def _packages(archive: ZipFile, files: Sequence[str], wheels: Sequence[str], path: Path) -> tuple[Distribution, ...]:
    """Return the packages of ``wheels``, sorted by name. Raises ``ReleaseError`` if one has no metadata."""
    matches = {match["wheel"]: match for file in files if (match := _METADATA.fullmatch(file)) and match["wheel"]}
    if missing := [wheel for wheel in wheels if wheel not in matches]:
        raise ReleaseError(f"{path}: must hold the metadata of {missing[0]}")
    packages = [_distribution(archive, files, matches[wheel]) for wheel in wheels]
    return tuple(sorted(packages, key=lambda package: package.name))


def _runtime(archive: ZipFile, files: Sequence[str], version: str, path: Path) -> list[Distribution]:
    """Return the runtime, then the packages vendored in it. Raises ``ReleaseError`` if metadata of one is missing."""
    matches = [match for file in files if (match := _METADATA.fullmatch(file)) and not match["wheel"]]
    described = [_distribution(archive, files, match) for match in matches]
    described.sort(key=lambda part: (part.name, part.version))
    runtime = [part for part in described if (part.name, part.version) == (RUNTIME, version)]
    # A vendored package has a folder called NAME, or NAME_VERSION if there are several versions of it.
    folders = {file.removeprefix(_VENDORED).split("/")[0] for file in files if re.match(f"{_VENDORED}[^/]+/", file)}
    known = {name for part in described for name in (part.name, f"{part.name}_{part.version.replace('.', '_')}")}
    if missing := [*([] if runtime else [f"{RUNTIME} {version}"]), *sorted(folders - known)]:
        raise ReleaseError(f"{path}: must hold metadata and licences of {missing[0]} in {RUNTIME_METADATA}")
    return [*runtime, *(part for part in described if part.name != RUNTIME)]


def _distribution(archive: ZipFile, files: Sequence[str], match: re.Match[str]) -> Distribution:
    """Return the package of the metadata file ``match``. Raises ``ValueError`` or ``KeyError`` for invalid metadata."""
    metadata, _ = parse_email(archive.read(match.group()))
    folder = match["folder"]
    licence = _licence_expression(metadata)
    return Distribution(
        name=canonicalize_name(metadata["name"], validate=True),
        version=metadata["version"],
        requires=_required_names(metadata.get("requires_dist", ())),
        licence=licence,
        licence_name=None if licence else _licence_name(metadata),
        licence_files=tuple(
            sorted(
                file
                for file in files
                if file.startswith(folder) and file[-1] != "/" and _LICENCE_FILE.search(file, len(folder))
            )
        ),
        homepage=_homepage(metadata),
    )


def _required_names(requirements: Iterable[str]) -> frozenset[str]:
    parsed = [Requirement(text) for text in requirements]
    return frozenset(canonicalize_name(one.name) for one in parsed if "extra" not in str(one.marker))


def _licence_expression(metadata: RawMetadata) -> str | None:
    """Return the SPDX expression. The older field ``License`` often holds one too, and some names are as precise."""
    unambiguous = _UNAMBIGUOUS_NAMES.get(_licence_name(metadata) or "")
    for text in (metadata.get("license_expression"), metadata.get("license"), unambiguous):
        try:
            return canonicalize_license_expression(text or "")
        except InvalidLicenseExpression:
            continue
    return None


def _licence_name(metadata: RawMetadata) -> str | None:
    names = [text.rpartition(" :: ")[2] for text in metadata.get("classifiers", []) if text.startswith("License :: ")]
    # The field may hold the whole text of the licence.
    return "; ".join(names) or metadata.get("license", "").partition("\n")[0] or None


def _homepage(metadata: RawMetadata) -> str | None:
    """Return the home page. Labels of URLs are compared as the specification of well-known labels says."""
    urls = {re.sub(r"[\W_]", "", label).lower(): url for label, url in metadata.get("project_urls", {}).items()}
    return metadata.get("home_page") or urls.get("homepage")
