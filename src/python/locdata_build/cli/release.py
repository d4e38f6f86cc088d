"""The command that cuts a release: version, time, record of changes, stored release, changelog and citation."""

import datetime as dt
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from locdata_build.cli.arguments import SOURCE_FOLDER, UsageError, add_generated_at, build_time, valid
from locdata_build.cli.build import rendered_site, site_context
from locdata_build.cli.interrupts import interrupts_deferred
from locdata_build.cli.parser import Result
from locdata_build.contract.changelog import ChangelogError, Entries, cut_changelog, parse_entries
from locdata_build.contract.contract_changes import (
    broken_promises,
    describe_change,
    redundant_tombstones,
    unmatched_tombstones,
)
from locdata_build.contract.difference import Bump, Difference, bump_version, change_counts, compare_snapshots
from locdata_build.contract.site_snapshot import take_snapshot
from locdata_build.contract.snapshot import CONTRACT_FILE, Snapshot, decode_release, encode_release
from locdata_build.data.canonical import canonical
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import Issue, IssueCode, SourceError
from locdata_build.data.files import RELEASES, SITE, TOMBSTONES, Dataset
from locdata_build.data.reading import read_sources
from locdata_build.data.releases import ReleaseFile
from locdata_build.site.files import open_site
from locdata_build.site.staging import staged_file
from locdata_model.changes import ContractChange, Release
from locdata_model.scalars import Version, version_parts
from locdata_model.urls import CITATION_PATH
from locdata_model.vocabulary import ChangeKind, ContractPart

DETAILS = (
    "The working folder must be the repository. The command writes the version and the time of the release, the record of "
    "its changes, the stored release, the changelog and the citation, and deletes the files of unreleased changes. Nothing "
    "is written if a promise is broken or the version is too low."
)
EXAMPLE = "release --generated-at now"

LAST_RELEASE = Path("last_release")
"""Folder of the contract and the records of the last release."""

CHANGELOG = Path("CHANGELOG.md")
CHANGES = Path("changes")
"""Folder with one file for each unreleased change, and ``README.md``."""

CITATION = Path("CITATION.cff")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the version and the time of the release."""
    parser.add_argument(
        "version",
        nargs="?",
        type=valid(Version, "a version like 1.2.3 (there are no release candidates)"),
        metavar="VERSION",
        help="the version (default: that of site.json or the lowest that the changes allow, whichever is higher)",
    )
    add_generated_at(parser, "release", "SOURCE_DATE_EPOCH; one of the two is required")


def run(*, version: str | None = None, generated_at: dt.datetime | None = None) -> Result:
    """Cut a release of the repository that is the working folder; return its version and the files that were written.

    Raises ``SourceError``, with nothing written, if the data has issues, the last release cannot be read, a promise is
    broken, the version is too low, or the changelog cannot take the unreleased changes. Raises ``PublishError`` if a file
    cannot be written.
    """
    time = build_time(generated_at)
    if time is None:
        raise UsageError("release needs the time of the release, for example --generated-at now")
    dataset = check_sources(read_sources(Path(SOURCE_FOLDER), SOURCE_FOLDER), generated_at=time)
    dataset = replace(dataset, site=replace(dataset.site, version=version or dataset.site.version))
    difference = _difference_to_last_release(dataset)
    record = Release(
        version=_version(dataset, difference, version),
        released_at=dataset.site.generated_at,
        contract=_published_changes(difference.contract) if difference else (),
        changes=difference.changes if difference else (),
    )
    changes = _unreleased_changes()
    files = {
        **_release_files(_with_release(dataset, record), record),
        CHANGELOG: _changelog([*changes.values()], record).encode(),
    }
    # An interrupt between the two would leave the entries in both.
    with interrupts_deferred():
        with ExitStack() as staged:
            for file, content in files.items():
                staged.enter_context(staged_file(file, content))
        for file in changes:
            file.unlink()
    lines = [*(f"{file}: written" for file in files), *(f"{file}: deleted" for file in changes)]
    counts = change_counts(difference) if difference else []
    return Result([*lines, f"version {record.version}", *counts])


def _difference_to_last_release(dataset: Dataset) -> Difference | None:
    """Return the changes since the last release; None before the first one."""
    if not (LAST_RELEASE / CONTRACT_FILE.removeprefix("/")).exists():
        return None
    last = decode_release(open_site(LAST_RELEASE), str(LAST_RELEASE))
    return compare_snapshots(last, _snapshot(_render(dataset)))


def _render(dataset: Dataset) -> Mapping[str, bytes]:
    """Return the content of each file of the site by path."""
    return {artifact.path: artifact.content for artifact in rendered_site(site_context(dataset))}


def _snapshot(site: Mapping[str, bytes]) -> Snapshot:
    return take_snapshot(site, "the site")


def _version(dataset: Dataset, difference: Difference | None, requested: str | None) -> str:
    """Return the requested version, else that of ``site.json`` or the lowest that the changes allow, whichever is higher.

    Raises ``SourceError`` if there can be no such release. A new major version is a new API and must be requested.
    """
    if difference is None:
        return dataset.site.version
    if issues := [Issue(str(LAST_RELEASE), "$", IssueCode.BROKEN_PROMISE, text) for text in _obstacles(difference)]:
        raise SourceError(issues)
    lowest = bump_version(difference.old.version, Bump.PATCH if difference.bump is Bump.NONE else difference.bump)
    if requested and version_parts(requested) < version_parts(lowest):
        message = f"must be followed by version {lowest} or higher because of what has changed, but not by {requested}"
        raise SourceError([Issue(str(LAST_RELEASE), "$.version", IssueCode.VERSION_ORDER, message)])
    version = requested or max(lowest, dataset.site.version, key=version_parts)
    _refuse_redundant_tombstones(replace(difference.new, version=version))
    return version


def _refuse_redundant_tombstones(site: Snapshot) -> None:
    issues = [
        Issue(
            f"{SOURCE_FOLDER}/{TOMBSTONES.path}",
            "$",
            IssueCode.BROKEN_PROMISE,
            f"must not withdraw what the release still has, but withdraws {tombstone.part} {tombstone.name}",
        )
        for tombstone in redundant_tombstones(site)
    ]
    if issues:
        raise SourceError(issues)


def _obstacles(difference: Difference) -> Iterator[str]:
    """Yield what prevents a release.

    A missing major version is reported only if no promise is broken, because a broken promise may be a mistake.
    """
    old, new = difference.old, difference.new
    yield from (
        f"must have a promise that matches each new tombstone, but has none for {tombstone.part} {tombstone.name}"
        for tombstone in unmatched_tombstones(old, new)
    )
    broken = list(broken_promises(old, new))
    yield from broken
    if not difference.contract and not difference.changes and new.version == old.version:
        yield "must differ from the new release, but does not: give a version to release it nevertheless"
    if not broken and version_parts(new.version)[0] == version_parts(old.version)[0]:
        major = bump_version(old.version, Bump.MAJOR)
        yield from (
            f"must be followed by a new major version (release {major}): {describe_change(change)}"
            for change in difference.contract
            if change.is_breaking
        )


def _published_changes(contract: tuple[ContractChange, ...]) -> tuple[ContractChange, ...]:
    """Return the changes of the contract that a release publishes.

    Records are left out, because its other changes have them, and so are new anchors.
    """
    return tuple(
        change
        for change in contract
        if change.part is not ContractPart.RECORD
        and (change.part, change.kind) != (ContractPart.ANCHOR, ChangeKind.ADDED)
    )


def _with_release(dataset: Dataset, record: Release) -> Dataset:
    """Return the dataset as the release ``record`` publishes it."""
    return replace(
        dataset,
        site=replace(dataset.site, version=record.version, generated_at=record.released_at),
        released_at=record.released_at,
        releases=(record, *dataset.releases),
    )


def _release_files(dataset: Dataset, record: Release) -> Mapping[Path, bytes]:
    """Return the files of the release except the changelog, by path in the repository."""
    site = _render(dataset)
    data = Path(SOURCE_FOLDER)
    return {
        data / SITE.path: canonical(dataset.site),
        data / f"{RELEASES.folder}/{record.version}.json": canonical(
            ReleaseFile(schema="../schema/release.schema.json", release=record)
        ),
        **{LAST_RELEASE / path.removeprefix("/"): content for path, content in encode_release(_snapshot(site)).items()},
        CITATION: site[CITATION_PATH],
    }


def _unreleased_changes() -> Mapping[Path, Entries]:
    """Return the entries of each unreleased change by its file. Raises ``SourceError`` for files with anything else."""
    changes: dict[Path, Entries] = {}
    issues = []
    for file in sorted(CHANGES.iterdir()) if os.path.lexists(CHANGES) else ():
        if file.name != "README.md":
            try:
                changes[file] = parse_entries(_read_text(file))
            except (OSError, UnicodeDecodeError, ChangelogError) as error:
                issues.append(_changelog_issue(file, error))
    if issues:
        raise SourceError(issues)
    return changes


def _changelog(changes: Sequence[Entries], record: Release) -> str:
    """Return the changelog with a section for the release. Raises ``SourceError`` if it cannot have one."""
    try:
        text = _read_text(CHANGELOG)
        return cut_changelog(text, changes, record.version, record.released_at.date(), record.contract)
    except (OSError, UnicodeDecodeError, ChangelogError) as error:
        raise SourceError([_changelog_issue(CHANGELOG, error)]) from error


def _read_text(file: Path) -> str:
    return file.read_bytes().decode()


def _changelog_issue(file: Path, error: Exception) -> Issue:
    return Issue(str(file), "$", IssueCode.CHANGELOG, f"must be ready for the release, but is not: {error}")
