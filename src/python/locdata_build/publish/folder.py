"""Writing the site into a folder, which holds one whole site at every instant.

The files are written into a staged folder beside the target, which then changes places with it. Only a former site is
replaced. Only files that a former site lists, or that a build recorded before it wrote them, are ever removed. On request,
former sites are kept beside the target, and one of them can be restored.
"""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from locdata_build.publish.exchange import replace_folder
from locdata_build.publish.files import PublishError
from locdata_build.publish.kept import (
    choose,
    kept_sites,
    next_name,
    refuse_damaged,
    refuse_unexpected_files,
    remove_kept,
)
from locdata_build.publish.staging import FORMER, FRESH, RECORD, locked, staged_folder, sweep
from locdata_build.publish.stated import INDEX_FILE, Stated, read_stated, refuse_newer
from locdata_build.render.artifacts import FILE_MODE, Artifact

FOLDER_MODE = 0o755
"""Everyone can list published folders, whatever the umask is."""

STORE_SUFFIX = ".former"
"""What is added to the name of a target to name the folder beside it in which its former sites are kept."""


def publish_folder(
    artifacts: Iterable[Artifact], target: Path, *, keep: int = 0, not_newer_than: Stated | None = None
) -> list[int]:
    """Make ``target`` hold exactly ``artifacts``, writing each one as soon as it is made; return their sizes in bytes.

    At every instant ``target`` is the former site or the new one (see ``exchange`` for platforms that cannot do that).
    Whatever killed builds left beside it is removed first. The former site is kept if ``keep``, the number of sites to
    keep, is not 0. Raises ``PublishError``, and leaves ``target`` as it was, if it holds anything but a site, if it holds
    a site that is newer than ``not_newer_than``, or if writing fails.
    """
    aside = None
    try:
        absolute = target.absolute()
        absolute.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            with locked(absolute.parent):
                sweep(absolute.parent)
                _check_replaceable(target, keep, not_newer_than)
                staged = stack.enter_context(staged_folder(absolute.parent))
            aside = staged / FORMER / absolute.name
            sizes = write_site(artifacts, staged)
            with locked(absolute.parent):
                if _check_replaceable(target, keep, not_newer_than) and keep:
                    _replace_and_keep(staged / FRESH, target, aside, keep)
                else:
                    _replace(staged / FRESH, target, aside)
    except OSError as error:
        raise PublishError(_reason(error, target, aside)) from error
    return sizes


def restore_folder(target: Path, name: str = "") -> None:
    """Put a site that is kept beside ``target``, the last one unless it is named, in its place, and keep the one there.

    At every instant ``target`` is one whole site, as with ``publish_folder``. Raises ``PublishError``, and leaves ``target``
    as it was, if there is no such site, if it is damaged, or if ``target`` holds anything but a site.
    """
    aside = None
    try:
        absolute = target.absolute()
        with locked(absolute.parent):
            sweep(absolute.parent)
            has_site = _check_target(target)
            store = _store(target)
            if not (sites := kept_sites(store)):
                raise PublishError(f"{target}: has no former site to restore: build with --keep to have one")
            restored = choose(sites, name, sites[-1], store)
            refuse_damaged(restored)
            if not has_site:
                restored.rename(target)
                return
            with staged_folder(absolute.parent) as staged:
                aside = staged / FORMER / absolute.name
                newest = store / next_name(sites, read_stated(target))
                _replace(restored, target, aside).rename(newest)
    except OSError as error:
        raise PublishError(_reason(error, target, aside)) from error


def write_site(artifacts: Iterable[Artifact], staged: Path) -> list[int]:
    """Write the files into the staged folder, and return their sizes.

    Each path is recorded before its file is written: if this build is killed, a later one knows what to remove.
    """
    folders: set[Path] = set()
    sizes = []
    with (staged / RECORD).open("xb") as record:
        make_folder(staged / FRESH, folders)
        for artifact in artifacts:
            path = artifact.path.removeprefix("/")
            record.write(f"{path}\n".encode())
            record.flush()
            file = staged / FRESH / path
            make_folder(file.parent, folders)
            with file.open("xb") as stream:
                os.fchmod(stream.fileno(), FILE_MODE)
                stream.write(artifact.content)
            sizes.append(len(artifact.content))
    return sizes


def make_folder(folder: Path, folders: set[Path]) -> None:
    """Make a folder and those above it, unless they are among ``folders``, which exist."""
    if folder not in folders and not folder.is_dir():
        make_folder(folder.parent, folders)
        folder.mkdir()
        folder.chmod(FOLDER_MODE)
    folders.add(folder)


def _check_target(target: Path) -> bool:
    """Tell whether there is a site to replace; raise ``PublishError`` if there is anything but a site or an empty folder.

    A site has an index and lists every file in it. A mistyped target must not destroy any other folder.
    """
    if target.is_symlink() or (os.path.lexists(target) and not target.is_dir()):
        raise PublishError(f"{target}: must be a folder or not exist, but is something else")
    if not target.is_dir():
        return False
    if _holds_working_folder(target):
        raise PublishError(
            f"{target}: must not be the working folder or one above it, because it is replaced as a whole"
        )
    if not any(target.iterdir()):
        return False
    if not (target / INDEX_FILE).is_file():
        raise PublishError(f"{target}: must be empty, new or a former site, but holds other files")
    refuse_unexpected_files(target, target)
    return True


def _holds_working_folder(target: Path) -> bool:
    """Tell whether the working folder is in ``target``, and would be gone after the build."""
    try:
        return Path.cwd().is_relative_to(target.resolve())
    except FileNotFoundError:
        # The working folder is gone already.
        return False


def _check_replaceable(target: Path, keep: int, not_newer_than: Stated | None) -> bool:
    """Check ``target`` and the sites that are kept beside it; tell whether there is a site to replace."""
    has_site = _check_target(target)
    if has_site and not_newer_than:
        refuse_newer(target, target, not_newer_than)
    if keep:
        kept_sites(_store(target))
    return has_site


def _store(target: Path) -> Path:
    """Return the folder in which the former sites of a target are kept."""
    return target.with_name(f"{target.name}{STORE_SUFFIX}")


def _replace_and_keep(fresh: Path, target: Path, aside: Path, keep: int) -> None:
    """Put a fresh site in the place of the one at ``target``, which becomes the last one that is kept.

    The fresh site changes places with the former one from within the store: the former one is in it at once, and no
    build that is killed loses it.
    """
    store = _store(target)
    make_folder(store, set())
    sites = kept_sites(store)
    place = store / next_name(sites, read_stated(target))
    identity = fresh.stat()
    fresh.rename(place)
    try:
        former = _replace(place, target, aside)
        if former != place:
            former.rename(place)
    except BaseException:
        if place.exists() and os.path.samestat(place.stat(), identity):
            place.rename(fresh)
        raise
    remove_kept([*sites, place][:-keep], store.absolute().parent)


def _replace(fresh: Path, target: Path, aside: Path) -> Path:
    """Put a fresh site in the place of ``target``, and check the former site again once nobody can reach it any more.

    Return where the former site is now. Raises ``PublishError``, with the former site back in its place, if something was
    added to it in the meantime.
    """
    if not _check_target(target):
        # Renaming replaces an empty folder, and fails if the folder is not empty any more.
        fresh.rename(target)
        return fresh
    former = replace_folder(fresh, target, aside)
    try:
        refuse_unexpected_files(former, target)
    except BaseException:
        replace_folder(former, target, fresh)
        raise
    return former


def _reason(error: OSError, target: Path, aside: Path | None) -> str:
    if aside and aside.exists() and not os.path.lexists(target):
        return f"{target}: cannot be written, and what was there is kept in {aside}: {error.strerror}"
    # The file that it concerns may be in the staged folder, which means nothing to the user.
    return f"{target}: cannot be written: {error.strerror}"
