"""The provenance of a release: an in-toto statement with SLSA provenance, and the comparison of files with one.

Formats: https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md and https://slsa.dev/spec/v1.0/provenance.
Statements are unsigned; docs/releasing.md says how to sign one. Equal inputs give equal bytes.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct, field

from locdata_model.scalars import WebUrl
from locdata_release.checkout import (
    BUILD_LOCKS,
    SETTINGS,
    ReleaseError,
    parse_settings,
    read_file,
    read_lock,
    require_commit,
    sha256,
)

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"

BUILD_TYPE = "docs/releasing.md#provenance"
"""Where the repository documents how a release is built."""

MANUAL_BUILDER = "docs/releasing.md#by-hand"
"""Where the repository documents what a build on a person's own computer is worth."""


class Build(Struct, frozen=True, kw_only=True):
    """What the publisher says about a build: its commit, repository and command, and the builder if not a person."""

    commit: str
    repository: WebUrl
    command: str
    builder: WebUrl | None = None


def render_statement(build: Build, checkout: Path, files: Sequence[Path]) -> bytes:
    """Return the statement that ``build`` made ``files`` from ``checkout``, as one line of JSON.

    Raises ``ReleaseError`` if a file cannot be read, if two files have the same name, or if the checkout differs from
    the commit.
    """
    require_commit(checkout, build.commit)
    settings = parse_settings(read_file(checkout / SETTINGS), str(checkout / SETTINGS))
    locks = [read_lock(checkout, name) for name in BUILD_LOCKS]
    statement = {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": name, "digest": {"sha256": digest}} for name, digest in _digests(files).items()],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "buildDefinition": {
                "buildType": f"{build.repository}/{BUILD_TYPE}",
                "externalParameters": {**msgspec.structs.asdict(settings), "command": build.command},
                "resolvedDependencies": [
                    {"uri": f"git+{build.repository}", "digest": {"gitCommit": build.commit}},
                    *({"name": lock.path, "digest": {"sha256": lock.sha256}} for lock in locks),
                ],
            },
            "runDetails": {"builder": {"id": build.builder or f"{build.repository}/{MANUAL_BUILDER}"}},
        },
    }
    return msgspec.json.encode(statement) + b"\n"


def _digests(files: Sequence[Path]) -> dict[str, str]:
    """Return the SHA-256 of each file by its name, sorted. Raises ``ReleaseError`` if two have the same name."""
    digests: dict[str, str] = {}
    for path in sorted(files, key=lambda path: path.name):
        if path.name in digests:
            raise ReleaseError(f"{path}: files must have different names, but another one is called {path.name} too")
        digests[path.name] = sha256(read_file(path))
    return digests


class _Subject(Struct, frozen=True):
    digest: Mapping[str, str]
    name: str | None = None


class _Subjects(Struct, frozen=True, kw_only=True):
    """The part of a statement that names files, whatever its predicate is."""

    type: str = field(name="_type")
    subject: tuple[_Subject, ...]


class Comparison(Struct, frozen=True, kw_only=True):
    """One line for each file and for each subject that was not compared, and whether all files match."""

    lines: tuple[str, ...]
    is_match: bool


def compare_with_statement(statement: Path, files: Sequence[Path]) -> Comparison:
    """Compare ``files`` with the subjects of a statement. Raises ``ReleaseError`` if the statement is invalid."""
    expected = {subject.name: subject.digest.get("sha256") for subject in _read_subjects(statement)}
    digests = _digests(files)
    return Comparison(
        lines=(
            *(_compare(name, digest, expected) for name, digest in digests.items()),
            *(f"{name}: not compared" for name in expected if name not in digests),
        ),
        is_match=all(expected.get(name) == digest for name, digest in digests.items()),
    )


def _compare(name: str, digest: str, expected: Mapping[str | None, str | None]) -> str:
    if name not in expected:
        return f"{name}: is not in the statement"
    if expected[name] == digest:
        return f"{name}: matches the statement"
    return f"{name}: must have the SHA-256 {expected[name]}, but has {digest}"


def _read_subjects(path: Path) -> tuple[_Subject, ...]:
    try:
        statement = msgspec.json.decode(read_file(path), type=_Subjects)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReleaseError(f"{path}: must be an in-toto statement: {error}") from error
    # The texts are printed, and anyone can have written them: a control character could forge a line of the output.
    texts = [text for subject in statement.subject for text in (subject.name, subject.digest.get("sha256")) if text]
    if unprintable := [text for text in (statement.type, *texts) if not text.isprintable()]:
        raise ReleaseError(f"{path}: must contain only printable text, but contains {unprintable[0]!r}")
    if statement.type != STATEMENT_TYPE:
        raise ReleaseError(f"{path}: must be of the type {STATEMENT_TYPE}, but is of the type {statement.type}")
    return statement.subject
