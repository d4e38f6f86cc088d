"""Releases: every site in a folder of its own, and a link to the current one, for a folder that cannot be exchanged.

A mount point cannot change places with another folder. There, ``releases/<name>/`` holds a site, the link ``current``
leads to one of them, and the link ``former`` to the one that was current before. A server reads ``current``.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from locdata_build.hosting.rules import CURRENT_RELEASE, FORMER_RELEASE
from locdata_build.publish.files import PublishError
from locdata_build.publish.folder import make_folder, write_site
from locdata_build.publish.kept import KEPT_NAME, choose, kept_sites, next_name, refuse_damaged, remove_kept
from locdata_build.publish.staging import FRESH, STAGED_NAME, locked, staged_folder, sweep
from locdata_build.publish.stated import INDEX_FILE, Stated, read_stated, refuse_newer
from locdata_build.render.artifacts import Artifact
from locdata_build.render.interrupts import interrupts_blocked

RELEASES = "releases"
"""The folder of the releases."""

LINK = ".link"
"""A link that is about to be moved to ``CURRENT_RELEASE`` or ``FORMER_RELEASE``; a killed build may leave it."""

LOST_AND_FOUND = "lost+found"
"""A folder of the file system itself, in the root of a disk."""


def publish_release(
    artifacts: Iterable[Artifact], out: Path, *, keep: int = 1, not_newer_than: Stated | None = None
) -> list[int]:
    """Write ``artifacts`` as a new release in ``out`` and make it the current one; return their sizes in bytes.

    At every instant ``current`` leads to one whole site. Of the other releases, ``keep`` stay: the former one, which
    readers may still have open, and the last ones besides it. Whatever killed builds left in ``out`` is removed first.
    Raises ``PublishError``, and leaves ``current`` as it was, if ``out`` holds anything but releases, if the current one is
    newer than ``not_newer_than``, or if writing fails.
    """
    try:
        _check_folder(out)
        make_folder(out.absolute(), set())
        with ExitStack() as stack:
            with locked(out):
                sweep(out)
                _check_replaceable(out, not_newer_than)
                staged = stack.enter_context(staged_folder(out))
            sizes = write_site(artifacts, staged)
            with locked(out):
                _check_replaceable(out, not_newer_than)
                releases = kept_sites(out / RELEASES)
                release = _add_release(staged / FRESH, out, next_name(releases, read_stated(staged / FRESH)))
                remove_kept(_others(out, [*releases, release])[:-keep], out)
    except OSError as error:
        raise PublishError(f"{out}: cannot be written: {error.strerror}") from error
    return sizes


def has_releases(out: Path) -> bool:
    """Tell whether a folder holds releases, and not one site."""
    return (out / CURRENT_RELEASE).is_symlink() or ((out / RELEASES).is_dir() and not (out / INDEX_FILE).is_file())


def current_release(out: Path) -> Path | None:
    """Return the folder of the current release; None if the link is missing or leads nowhere."""
    return _release_at(out / CURRENT_RELEASE)


def restore_release(out: Path, name: str = "") -> None:
    """Make another release the current one: the former one unless it is named.

    At every instant ``current`` leads to one whole site. Raises ``PublishError``, and leaves ``current`` as it was, if there
    is no such release, if it is damaged, or if ``out`` holds anything but releases.
    """
    try:
        with locked(out):
            sweep(out)
            _check_releases(out)
            others = _others(out, kept_sites(out / RELEASES))
            if not others:
                raise PublishError(f"{out}: has no former release to restore")
            restored = choose(others, name, others[-1], out / RELEASES)
            refuse_damaged(restored)
            _switch(out, restored)
    except OSError as error:
        raise PublishError(f"{out}: cannot be written: {error.strerror}") from error


def _release_at(link: Path) -> Path | None:
    release = link.parent / link.readlink() if link.is_symlink() else None
    return release if release and release.is_dir() else None


def _others(out: Path, releases: Sequence[Path]) -> list[Path]:
    """Return those of all releases that are not current; the last one is restored first, and removed last.

    That is the one that was current before, if it is known. If it is not, because a build was killed between the two
    links, it is the last one before the current one.
    """
    current, former = current_release(out), _release_at(out / FORMER_RELEASE)
    position = releases.index(current) if current in releases else len(releases)
    others = [*releases[position + 1 :], *releases[:position]]
    if former in others:
        others.remove(former)
        others.append(former)
    return others


def _check_folder(out: Path) -> None:
    if out.is_symlink() or (os.path.lexists(out) and not out.is_dir()):
        raise PublishError(f"{out}: must be a folder or not exist, but is something else")


def _check_replaceable(out: Path, not_newer_than: Stated | None) -> None:
    """Check that ``out`` holds nothing but releases, and that the current one may be replaced. Raises ``PublishError``."""
    _check_releases(out)
    current = current_release(out)
    if current and not_newer_than:
        refuse_newer(current, out, not_newer_than)


def _check_releases(out: Path) -> None:
    """Raise ``PublishError`` if ``out`` holds anything but releases, the links to them and what builds are writing."""
    _check_folder(out)
    found = sorted(entry.name for entry in out.iterdir() if not _is_known(entry))
    if found:
        raise PublishError(f"{out}: must hold nothing but {RELEASES} and links to them, but also holds {found[0]}")
    kept_sites(out / RELEASES)


def _is_known(entry: Path) -> bool:
    """Tell whether an entry of the folder is one that a build makes there, by name and kind."""
    if entry.name in {CURRENT_RELEASE, FORMER_RELEASE, LINK}:
        leads_to = entry.readlink() if entry.is_symlink() else Path()
        return leads_to.parent == Path(RELEASES) and KEPT_NAME.fullmatch(leads_to.name) is not None
    return entry.name in {RELEASES, LOST_AND_FOUND} or STAGED_NAME.fullmatch(entry.name) is not None


def _add_release(fresh: Path, out: Path, name: str) -> Path:
    """Move a fresh site to the releases and make it the current one; move it back if that fails. Return its folder."""
    make_folder(out / RELEASES, set())
    release = out / RELEASES / name
    fresh.rename(release)
    try:
        _switch(out, release)
    except BaseException:
        if current_release(out) != release:
            release.rename(fresh)
        raise
    return release


def _switch(out: Path, release: Path) -> None:
    """Make a release the current one, and the one that was current the former one."""
    # In this order, a program that is killed in between leaves a former link that is wrong in a way that shows: it leads to
    # the current release.
    with interrupts_blocked():
        if current := current_release(out):
            _point(out / FORMER_RELEASE, current)
        _point(out / CURRENT_RELEASE, release)


def _point(link: Path, release: Path) -> None:
    """Let a link lead to a release, in one step."""
    fresh = link.with_name(LINK)
    fresh.unlink(missing_ok=True)
    try:
        fresh.symlink_to(f"{RELEASES}/{release.name}")
        fresh.replace(link)
    finally:
        fresh.unlink(missing_ok=True)
