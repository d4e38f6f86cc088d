"""The command that cuts a release: version, stamp, record of changes, contract, change log and citation in one go."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from locdata_build.check.dataset import check_sources
from locdata_build.check.shapes import canonical
from locdata_build.cli.commands import world_of
from locdata_build.cli.request import Request
from locdata_build.cli.result import Result
from locdata_build.cli.source_data import DATA_FOLDER
from locdata_build.contract.changelog import ChangelogError, cut_changelog
from locdata_build.contract.difference import Bump, Difference, compare, raised
from locdata_build.contract.promises import broken_promises, idle_tombstones
from locdata_build.contract.report import contract_line
from locdata_build.contract.snapshot import Snapshot
from locdata_build.contract.store import CONTRACT_FILE, load, store
from locdata_build.contract.take import take_snapshot
from locdata_build.publish.file import staged_file
from locdata_build.read.site_files import read_site_files
from locdata_build.read.sources import read_sources
from locdata_build.render.artifacts import Artifact
from locdata_build.render.citation import CITATION_PATH
from locdata_build.render.site import render_site
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from locdata_build.source.files import RELEASES, SITE, Dataset
from locdata_build.source.versions import version_parts
from locdata_model.changes import ContractChange, Release
from locdata_model.vocabulary import ChangeKind, ContractPart

LAST_RELEASE = Path("last_release")
"""Where the repository keeps the contract and the records of its last release."""

CHANGELOG = Path("CHANGELOG.md")
CITATION = Path("CITATION.cff")


def release(request: Request) -> Result:
    """Cut a release of the repository that is the working folder; what it is and what was written.

    Raises ``SourceError``, with nothing written, where the data has faults, the last release cannot be read, a promise is
    broken, or the version is too small.
    """
    asked = request.operands[0] if request.operands else None
    dataset = check_sources(read_sources(Path(DATA_FOLDER), DATA_FOLDER), generated_at=request.generated_at)
    dataset = replace(dataset, site=replace(dataset.site, version=asked or dataset.site.version))
    is_first = not (LAST_RELEASE / CONTRACT_FILE.removeprefix("/")).exists()
    last = None if is_first else load(read_site_files(LAST_RELEASE), str(LAST_RELEASE))
    difference = compare(last, _snapshot(render_site(world_of(dataset)))) if last else None
    record = Release(
        version=_version(dataset, difference, asked),
        released_at=dataset.site.generated_at,
        contract=told(difference.contract) if difference else (),
        changes=difference.changes if difference else (),
    )
    written = _files(released(dataset, record), record)
    with ExitStack() as staged:
        for place, content in written.items():
            staged.enter_context(staged_file(place, content))
    return Result("\n".join([*(f"{place}: written" for place in written), _summary(record)]))


def released(dataset: Dataset, record: Release) -> Dataset:
    """The dataset as the release ``record`` publishes it."""
    return replace(
        dataset,
        site=replace(dataset.site, version=record.version, generated_at=record.released_at),
        releases=(record, *dataset.releases),
    )


def told(contract: tuple[ContractChange, ...]) -> tuple[ContractChange, ...]:
    """The changes that a release tells of: records stand among its other changes, and new anchors go without saying."""
    return tuple(
        change
        for change in contract
        if change.part is not ContractPart.RECORD
        and (change.part, change.kind) != (ContractPart.ANCHOR, ChangeKind.ADDED)
    )


def _snapshot(artifacts: tuple[Artifact, ...]) -> Snapshot:
    return take_snapshot({artifact.path: artifact.content for artifact in artifacts}, "the site")


def _version(dataset: Dataset, difference: Difference | None, asked: str | None) -> str:
    """The version of the release: the one asked for if it will do, else that of ``site.json`` or the lowest that will.

    A new major version is a new API: it must be asked for.
    """
    if difference is None:
        return dataset.site.version
    lowest = raised(difference.old.version, Bump.PATCH if difference.bump is Bump.NONE else difference.bump)
    if faults := [Fault(str(LAST_RELEASE), "$", Code.BROKEN_PROMISE, line) for line in _refusals(difference)]:
        raise SourceError(faults)
    if asked and version_parts(asked) < version_parts(lowest):
        message = f"must be followed by {lowest} or a higher version, for what has changed, but {asked} was asked for"
        raise SourceError([Fault(str(LAST_RELEASE), "$.version", Code.VERSION_ORDER, message)])
    return asked or max(lowest, dataset.site.version, key=version_parts)


def _refusals(difference: Difference) -> Iterator[str]:
    """Why there can be no such release; a promise that is broken without a word hides that a major version is wanted."""
    old, new = difference.old, difference.new
    yield from (
        f"must have promised what a tombstone names, but did not: {stone.part} {stone.name}"
        for stone in idle_tombstones(old, new)
    )
    broken = list(broken_promises(old, new))
    yield from broken
    if not difference.contract and not difference.changes and new.version == old.version:
        yield "must differ from what is to be released, but does not: name a version to release it all the same"
    if not broken and version_parts(new.version)[0] == version_parts(old.version)[0]:
        major = raised(old.version, Bump.MAJOR)
        yield from (
            f"must be followed by a new major version that is asked for (release {major}): {contract_line(change)}"
            for change in difference.contract
            if change.is_breaking
        )


def _files(dataset: Dataset, record: Release) -> Mapping[Path, bytes]:
    """What the release writes, by its place in the repository."""
    artifacts = render_site(world_of(dataset))
    data = Path(DATA_FOLDER)
    try:
        text = CHANGELOG.read_text(encoding="utf-8")
        changelog = cut_changelog(text, record.version, record.released_at.date(), record.contract)
    except (OSError, UnicodeDecodeError, ChangelogError) as error:
        raise SourceError([Fault(str(CHANGELOG), "$", Code.CHANGELOG, f"must be cut, but cannot: {error}")]) from error
    return {
        data / SITE.path: canonical(dataset.site),
        data / f"{RELEASES.folder}/{record.version}.json": encode_json(
            {"$schema": f"../{RELEASES.schema}", "release": record}
        ),
        **{LAST_RELEASE / path.removeprefix("/"): content for path, content in store(_snapshot(artifacts)).items()},
        CITATION: next(artifact.content for artifact in artifacts if artifact.path == CITATION_PATH),
        CHANGELOG: changelog.encode(),
    }


def _summary(record: Release) -> str:
    contract, changes = len(record.contract), len(record.changes)
    return f"version {record.version}; changes of the contract: {contract}, of records: {changes}"
