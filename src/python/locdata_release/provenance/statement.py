"""How the files of a release came about, as an in-toto statement with the provenance of SLSA.

https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md and https://slsa.dev/spec/v1.0/provenance say what it
holds. It is not signed; docs/releasing.md tells how a publisher does that. Equal inputs give equal bytes: no time and no place
of the machine enters.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field

from locdata_model.scalars import WebUrl
from locdata_release.read.checkout import demand_commit
from locdata_release.read.faults import ReleaseError
from locdata_release.read.files import read_file, sha256
from locdata_release.read.locks import BUILD_LOCKS, read_lock
from locdata_release.read.settings import SETTINGS, parse_settings

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"

EXPLAINED = "docs/releasing.md"
"""The document that says what the statements of this repository mean."""

BUILD_TYPE = f"{EXPLAINED}#provenance"
BY_HAND = f"{EXPLAINED}#by-hand"
"""Where it tells what a build is, and what a builder is that is nothing but a person's machine."""


class Resource(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file or a repository, named by its digest."""

    name: str | None = None
    uri: str | None = None
    digest: Mapping[str, str]


class Parameters(Struct, frozen=True, kw_only=True):
    """What a person chose: the settings of the site at the commit, and the command."""

    version: str
    generated_at: dt.datetime
    base_url: str
    command: str


class _Definition(Struct, frozen=True, kw_only=True, rename="camel"):
    build_type: str
    external_parameters: Parameters
    resolved_dependencies: tuple[Resource, ...]


class _Builder(Struct, frozen=True, kw_only=True):
    id: str


class _Run(Struct, frozen=True, kw_only=True):
    builder: _Builder


class _Provenance(Struct, frozen=True, kw_only=True, rename="camel"):
    build_definition: _Definition
    run_details: _Run


class Statement(Struct, frozen=True, kw_only=True, rename="camel"):
    """The statement, to be written as JSON in one line."""

    type: str = field(default=STATEMENT_TYPE, name="_type")
    subject: tuple[Resource, ...]
    predicate_type: str = PREDICATE_TYPE
    predicate: _Provenance


class Build(Struct, frozen=True, kw_only=True):
    """What the publisher says of a build: the commit in the repository, the command, and on what it ran."""

    commit: str
    repository: WebUrl
    command: str
    builder: WebUrl | None = None


def state_provenance(build: Build, checkout: Path, files: Sequence[Path]) -> Statement:
    """The statement that ``files`` were made by ``build`` from ``checkout``, by name.

    Raises ``ReleaseError`` where a file cannot be read, two have one name, or ``checkout`` is not what the commit holds.
    """
    demand_commit(checkout, build.commit)
    settings = parse_settings(read_file(checkout / SETTINGS), str(checkout / SETTINGS))
    locks = [read_lock(checkout, name) for name in BUILD_LOCKS]
    source = Resource(uri=f"git+{build.repository}", digest={"gitCommit": build.commit})
    definition = _Definition(
        build_type=f"{build.repository}/{BUILD_TYPE}",
        external_parameters=Parameters(
            version=settings.version,
            generated_at=settings.generated_at,
            base_url=settings.base_url,
            command=build.command,
        ),
        resolved_dependencies=(source, *(Resource(name=lock.path, digest={"sha256": lock.sha256}) for lock in locks)),
    )
    return Statement(
        subject=tuple(Resource(name=name, digest={"sha256": digest}) for name, digest in digests(files).items()),
        predicate=_Provenance(
            build_definition=definition,
            run_details=_Run(builder=_Builder(id=build.builder or f"{build.repository}/{BY_HAND}")),
        ),
    )


def digests(files: Sequence[Path]) -> dict[str, str]:
    """The SHA-256 of each file by its name, in the order of names. Raises ``ReleaseError`` for a file unread or named twice."""
    found: dict[str, str] = {}
    for path in sorted(files, key=lambda path: path.name):
        if path.name in found:
            raise ReleaseError(f"{path}: must have a name of its own, but another file is called {path.name} too")
        found[path.name] = sha256(read_file(path))
    return found
