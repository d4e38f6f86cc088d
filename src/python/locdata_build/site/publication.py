"""Publishing a site in a folder, either as the folder itself or as a release beside former ones that can be restored.

A site is written into a staging folder first and then renamed, so that a crash or an interrupt never publishes half of it.
"""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from locdata_build.data.errors import SourceError
from locdata_build.render.artifacts import Artifact
from locdata_build.site.files import CHECKSUMS_FILE, SYSTEM_FILES, Site, Stated, open_site
from locdata_build.site.staging import FORMER, PublishError, make_folder, staging_folder, write_files, writing
from locdata_model.endpoints import INDEX
from locdata_model.scalars import version_parts

CURRENT_RELEASE, FORMER_RELEASE = "current", "former"
"""Links to releases. Servers read the first, and find the assets of cached pages in the second."""

RELEASES = "releases"
"""The folder of the releases: each is a whole site, named by a number that rises and the time of its build."""

RELEASE_NAME = re.compile(r"([0-9]{4,})(-[0-9]{8}T[0-9]{6}Z)?")

STAGING = ".locdata"
"""Name of a staging folder in a folder of releases, and end of the name of one beside the folder of a site."""

NEW = "new"
"""The site that is written, in a staging folder."""

KNOWN_ENTRIES = frozenset({CURRENT_RELEASE, FORMER_RELEASE, RELEASES, STAGING, "lost+found", *SYSTEM_FILES})
"""Entries that a folder of releases may have; ``lost+found`` is in the root of a disk."""

INDEX_FILE = INDEX.path.removeprefix("/")

MAX_SHOWN_FILES = 5
"""Limit for the unexpected files that an error names."""


# One folder


def publish_folder(artifacts: Iterable[Artifact], target: Path, *, not_newer_than: Stated | None = None) -> list[int]:
    """Replace the site in the folder ``target`` by ``artifacts``; return the sizes of the files in bytes.

    A program that is killed between the two renames leaves no ``target``; the next call puts the former site back. Raises
    ``PublishError``, and leaves ``target`` as it was, if it holds anything but a site, if that is newer than
    ``not_newer_than``, or if writing fails. Raises ``SourceError`` if the former site cannot be read.
    """
    with writing(target):
        _refuse_other_targets(target)
        place = target.absolute()
        place.parent.mkdir(parents=True, exist_ok=True)
        with staging_folder(place.with_name(f".{place.name}{STAGING}"), place) as staging:
            if former := _open_former(target):
                _refuse_newer(former, target, not_newer_than)
            sizes = write_files(artifacts, staging / NEW)
            if os.path.lexists(place):
                place.rename(staging / FORMER)
                # Checked again where no program looks for it: the build may have taken minutes.
                _refuse_unexpected(staging / FORMER, target)
            (staging / NEW).rename(place)
    return sizes


def _refuse_other_targets(target: Path) -> None:
    """Raise ``PublishError`` if there is anything but a folder, or the working folder is in it."""
    if target.is_symlink() or (os.path.lexists(target) and not target.is_dir()):
        raise PublishError(f"{target}: must be a folder or not exist")
    with suppress(FileNotFoundError):
        if Path.cwd().is_relative_to(target.resolve()):
            raise PublishError(
                f"{target}: must not be the working folder or one above it, because it is replaced as a whole"
            )


def _open_former(target: Path) -> Site | None:
    """Return the site in a folder; None if there is no folder or an empty one. Raises ``PublishError`` for anything else.

    A site has an index and lists every file in it. A mistyped target must not destroy any other folder.
    """
    if not target.is_dir() or not any(entry.name not in SYSTEM_FILES for entry in target.iterdir()):
        return None
    if has_releases(target):
        raise PublishError(f"{target}: holds releases: build with --keep to add one")
    if not (target / INDEX_FILE).is_file():
        raise PublishError(f"{target}: must be empty, new or a former site")
    _refuse_unexpected(target, target)
    return open_site(target)


def _refuse_unexpected(site: Path, target: Path) -> None:
    """Raise ``PublishError`` if the site of ``target``, which is now at ``site``, holds a file that it does not list."""
    if any(site.iterdir()) and (found := open_site(site).unexpected()):
        more = len(found) - MAX_SHOWN_FILES
        shown = ", ".join(found[:MAX_SHOWN_FILES]) + (f" and {more} more" if more > 0 else "")
        raise PublishError(f"{target}: must hold nothing but a former site, but also holds {shown}")


# Releases


def publish_release(
    artifacts: Iterable[Artifact], out: Path, *, keep: int = 1, not_newer_than: Stated | None = None
) -> list[int]:
    """Write ``artifacts`` as a new release in ``out`` and make it the current one; return their sizes in bytes.

    At every instant ``current`` leads to one whole site. Of the other releases, ``keep`` stay: the former one, which
    readers may still have open, and the last ones besides it. Raises ``PublishError``, and leaves ``current`` as it was, if
    ``out`` holds anything but releases, if the current one is newer than ``not_newer_than``, or if writing fails.
    Raises ``SourceError`` if the current release cannot be read.
    """
    with writing(out):
        if not os.path.lexists(out):
            make_folder(out.absolute())
        _refuse_other_entries(out)
        with staging_folder(out / STAGING) as staging:
            if current := _release_at(out / CURRENT_RELEASE):
                _refuse_newer(open_site(current), out, not_newer_than)
            sizes = write_files(artifacts, staging / NEW)
            make_folder(out / RELEASES)
            release = out / RELEASES / _next_name(out, open_site(staging / NEW).stated)
            # Fails where there are no links, before anything has changed.
            _link(staging / CURRENT_RELEASE, release)
            (staging / NEW).rename(release)
            _switch(out, staging)
            _remove(_others(out), keep, staging)
    return sizes


def restore_release(out: Path, name: str = "") -> Stated | None:
    """Make another release the current one, the former one unless it is named; return its version and time if it states them.

    At every instant ``current`` leads to one whole site. Raises ``PublishError``, and leaves ``current`` as it was, if there
    is no such release, if it is damaged, or if ``out`` holds anything but releases. Raises ``SourceError`` if the release
    cannot be read.
    """
    with writing(out):
        if not has_releases(out):
            raise PublishError(f"{out}: must hold releases, as build --keep makes them")
        _refuse_other_entries(out)
        with staging_folder(out / STAGING) as staging:
            release = _choose(out, name)
            site = open_site(release)
            if damaged := site.damaged():
                raise PublishError(f"{release}: must be as {CHECKSUMS_FILE} lists it, but {damaged} is not")
            _link(staging / CURRENT_RELEASE, release)
            _switch(out, staging)
    return site.stated


def has_releases(out: Path) -> bool:
    """Return whether a folder holds releases, and not one site."""
    return (out / RELEASES).is_dir() and not (out / INDEX_FILE).is_file()


def _release_at(link: Path) -> Path | None:
    """Return the release to which a link leads; None if the link is missing or leads nowhere."""
    release = link.parent / link.readlink() if link.is_symlink() else None
    return release if release and release.is_dir() else None


def _releases(out: Path) -> list[Path]:
    """Return the releases in the order in which they were added. Raises ``PublishError`` if their folder holds anything else."""
    folder = out / RELEASES
    entries = [entry for entry in folder.iterdir() if entry.name not in SYSTEM_FILES] if folder.is_dir() else []
    for entry in entries:
        if not RELEASE_NAME.fullmatch(entry.name) or entry.is_symlink() or not entry.is_dir():
            raise PublishError(f"{folder}: must hold nothing but releases, but also holds {entry.name}")
    return sorted(entries, key=lambda release: (_number(release), release.name))


def _number(release: Path) -> int:
    return int(release.name.partition("-")[0])


def _next_name(out: Path, stated: Stated | None) -> str:
    number = f"{max(map(_number, _releases(out)), default=0) + 1:04}"
    name = f"{number}-{stated.generated_at:%Y%m%dT%H%M%SZ}" if stated else number
    # A year before 1000 has fewer digits.
    return name if RELEASE_NAME.fullmatch(name) else number


def _others(out: Path) -> list[Path]:
    """Return the releases that are not current; the last one is restored first, and removed last.

    That is the one that was current before, if it is known. If it is not, because a build was killed between the two
    links, it is the last one before the current one.
    """
    releases = _releases(out)
    current, former = (_release_at(out / link) for link in (CURRENT_RELEASE, FORMER_RELEASE))
    position = releases.index(current) if current in releases else len(releases)
    others = [*releases[position + 1 :], *releases[:position]]
    return sorted(others, key=lambda release: release == former)


def _choose(out: Path, name: str) -> Path:
    """Return the release with a name, or the one to restore first for an empty name."""
    others = {release.name: release for release in _others(out)}
    if not others:
        raise PublishError(f"{out}: has no former release to restore")
    if name and name not in others:
        raise PublishError(f"{out / RELEASES}: must hold {name!a} to restore it, but holds {', '.join(others)}")
    return others[name or [*others][-1]]


def _refuse_other_entries(out: Path) -> None:
    """Raise ``PublishError`` if ``out`` is anything but a folder, or holds anything but releases and links to them."""
    if out.is_symlink() or not out.is_dir():
        raise PublishError(f"{out}: must be a folder or not exist")
    if others := [entry.name for entry in out.iterdir() if not _is_known(entry)]:
        raise PublishError(f"{out}: must hold nothing but {RELEASES} and links to them, but also holds {min(others)}")
    _releases(out)


def _is_known(entry: Path) -> bool:
    """Return whether an entry of a folder of releases is one that a build makes there, by name and kind."""
    if entry.name in {CURRENT_RELEASE, FORMER_RELEASE}:
        return (
            entry.is_symlink() and re.fullmatch(f"{RELEASES}/{RELEASE_NAME.pattern}", str(entry.readlink())) is not None
        )
    return entry.name in KNOWN_ENTRIES and not entry.is_symlink()


def _link(link: Path, release: Path) -> None:
    """Make a link that leads to a release once it is in the folder above ``RELEASES``."""
    link.symlink_to(f"{RELEASES}/{release.name}")


def _switch(out: Path, staging: Path) -> None:
    """Move the staged link to the current release to its place, and make the release that was current the former one."""
    # In this order, a program that is killed in between leaves a former link that is visibly wrong: to the current release.
    if current := _release_at(out / CURRENT_RELEASE):
        _link(staging / FORMER_RELEASE, current)
        (staging / FORMER_RELEASE).replace(out / FORMER_RELEASE)
    (staging / CURRENT_RELEASE).replace(out / CURRENT_RELEASE)


def _remove(releases: Sequence[Path], keep: int, staging: Path) -> None:
    """Move all releases but the last ``keep`` to the staging folder, which is removed.

    A release that holds an unexpected file, or that cannot be moved, stays.
    """
    for release in releases[: max(0, len(releases) - keep)]:
        with suppress(OSError, PublishError, SourceError):
            _refuse_unexpected(release, release)
            release.rename(staging / release.name)


# Both


def _refuse_newer(former: Site, target: Path, not_newer_than: Stated | None) -> None:
    """Raise ``PublishError`` if a site has a higher version or a later time, or does not state both."""
    if not_newer_than is None:
        return
    stated = former.stated
    if stated is None:
        raise PublishError(f"{target}: must state its version and time in {INDEX_FILE}")
    is_higher = version_parts(stated.version) > version_parts(not_newer_than.version)
    if is_higher or stated.generated_at > not_newer_than.generated_at:
        raise PublishError(f"{target}: must not be newer than this build, {not_newer_than}, got {stated}")
