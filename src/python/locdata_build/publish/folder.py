"""Writing the site into a folder, which is one whole site at every instant.

The files are written into a staged folder beside the target, which then changes places with it. Only a former site is
replaced, and only what is known to belong to it is ever removed.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from locdata_build.publish.contents import listed, strangers
from locdata_build.publish.exchange import replace_folder
from locdata_build.publish.file import PublishError
from locdata_build.publish.staging import FORMER, FRESH, locked, staged_folder, sweep
from locdata_build.publish.workers import in_workers
from locdata_build.publish.writing import Writer, Written
from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import UNKNOWN_DIGEST, listing
from locdata_build.render.plan import Group, Notes, Plan, made
from locdata_model.endpoints import CHECKSUMS_PATH, INDEX

STRANGERS_TOLD = 5
"""How many of the files that are in the way an error names."""


def publish_folder(artifacts: Sequence[Artifact], target: Path) -> None:
    """Make ``target`` hold just ``artifacts``. Raises ``PublishError``, as ``publish_plan`` does."""
    _publish([artifact.path for artifact in artifacts], partial(_write, artifacts), target)


def publish_plan(plan: Plan, target: Path, workers: int = 1) -> tuple[Written, ...]:
    """Make ``target`` hold the site that ``plan`` makes, and its checksums; what has been written, by path.

    Each file is written as soon as it is made, in as many processes as there are ``workers``.

    At every instant ``target`` is the former site or the new one (see ``exchange`` for platforms that cannot do that).
    What dead builds have left beside it is swept first. Raises ``PublishError``, and leaves ``target`` as it was, where
    it holds something that is no site or where writing fails.
    """
    written: list[Written] = []
    _publish((CHECKSUMS_PATH, *plan.paths), lambda folder: written.extend(_fill(plan, folder, workers)), target)
    return tuple(written)


def _publish(paths: Iterable[str], fill: Callable[[Path], None], target: Path) -> None:
    """Put a folder that ``fill`` fills with files at ``paths`` in the place of ``target``."""
    known = {path.removeprefix("/") for path in paths}
    kept = None
    try:
        place = target.absolute()
        place.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as life:
            with locked(place.parent):
                sweep(place.parent, known)
                _is_site(target, known)
                staged = life.enter_context(staged_folder(place.parent, known))
            kept = staged / FORMER / place.name
            fill(staged / FRESH)
            with locked(place.parent):
                _put(staged / FRESH, target, kept, known)
    except OSError as error:
        raise PublishError(_reason(error, target, kept)) from error


def _is_site(target: Path, known: AbstractSet[str]) -> bool:
    """Whether there is a site to be replaced: False for an empty folder or nothing.

    Raises ``PublishError`` for all else: a slip of the hand must not cost a folder. A former site has an index, and no
    file, at any depth, that neither its own list names nor is ``known``, being written anew.
    """
    if target.is_symlink() or (os.path.lexists(target) and not target.is_dir()):
        raise PublishError(f"{target}: must be a folder or not exist, but is something else")
    if not target.is_dir():
        return False
    if _holds_working_folder(target):
        raise PublishError(f"{target}: must not be the working folder or one above it, for it is replaced whole")
    if not any(target.iterdir()):
        return False
    if not (target / INDEX.path.removeprefix("/")).is_file():
        raise PublishError(f"{target}: must be empty, new or a former site, but holds other files")
    _refuse_strangers(target, target, known)
    return True


def _holds_working_folder(target: Path) -> bool:
    """Whether whoever started the build stands in ``target``, and would stand in a folder that is gone."""
    try:
        return Path.cwd().is_relative_to(target.resolve())
    except FileNotFoundError:
        # The working folder is gone already.
        return False


def _refuse_strangers(site: Path, target: Path, known: AbstractSet[str]) -> None:
    """Raise ``PublishError`` where a site, which is or was at ``target``, holds something else."""
    if found := strangers(site, known | listed(site)):
        more = len(found) - STRANGERS_TOLD
        told = ", ".join(found[:STRANGERS_TOLD]) + (f" and {more} more" if more > 0 else "")
        raise PublishError(f"{target}: must hold nothing but a former site, but also holds {told}")


def _write(artifacts: Sequence[Artifact], folder: Path) -> None:
    """Write a site, its list first: whatever is in the folder when a build is killed can be told to be of a site."""
    writer = Writer(folder)
    for artifact in artifacts:
        if artifact.path == CHECKSUMS_PATH:
            writer.write(artifact)
    writer.make_folders(artifact.path for artifact in artifacts)
    for artifact in artifacts:
        if artifact.path != CHECKSUMS_PATH:
            writer.write(artifact)


def _fill(plan: Plan, folder: Path, workers: int) -> list[Written]:
    """Make and write a site: its list first, for the same reason, and again when the checksums are known."""
    paths = plan.paths
    writer = Writer(folder)
    writer.write(listing(dict.fromkeys(paths, UNKNOWN_DIGEST)))
    writer.make_folders(paths)
    notes, written = Notes(), []
    for share, found in in_workers(plan.groups, partial(_write_groups, writer), workers):
        written += share
        notes.merge(found)
    for group in plan.last:
        written += map(writer.write_and_tell, made(group, notes))
    written.sort(key=lambda file: file.path)
    return [writer.write_and_tell(listing({file.path: file.sha256 for file in written})), *written]


def _write_groups(writer: Writer, groups: Iterator[Group]) -> tuple[list[Written], Notes]:
    notes = Notes()
    return [writer.write_and_tell(artifact) for group in groups for artifact in made(group, notes)], notes


def _put(fresh: Path, target: Path, aside: Path, known: AbstractSet[str]) -> None:
    """Put a fresh site in the place of ``target``, and look at the former one again when nobody can reach it any more.

    Raises ``PublishError``, with the former site back in its place, where something has come into it since.
    """
    if not _is_site(target, known):
        # Renaming replaces an empty folder, and fails where it is not empty any more.
        fresh.rename(target)
        return
    former = replace_folder(fresh, target, aside)
    try:
        _refuse_strangers(former, target, known)
    except BaseException:
        replace_folder(former, target, fresh)
        raise


def _reason(error: OSError, target: Path, kept: Path | None) -> str:
    if kept and kept.exists() and not os.path.lexists(target):
        return f"{target}: cannot be written, and what was there is kept in {kept}: {error.strerror}"
    # A path in the staged folder would tell nothing.
    inside = isinstance(error.filename, str) and Path(error.filename).is_relative_to(target)
    return f"{error.filename if inside else target}: cannot be written: {error.strerror}"
