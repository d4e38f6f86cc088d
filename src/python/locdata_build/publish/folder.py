"""Writing the site into a folder, which holds one whole site at every instant.

The files are written into a staged folder beside the target, which then changes places with it. Only a former site is
replaced. Only files that a former site lists, or that a build recorded before it wrote them, are ever removed.
"""

import os
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from locdata_build.publish.contents import listed_files, unexpected_files
from locdata_build.publish.exchange import replace_folder
from locdata_build.publish.files import PublishError
from locdata_build.publish.staging import FORMER, FRESH, RECORD, locked, staged_folder, sweep
from locdata_build.render.artifacts import FILE_MODE, Artifact
from locdata_model.endpoints import INDEX

FOLDER_MODE = 0o755
"""Everyone can list published folders, whatever the umask is."""

UNEXPECTED_SHOWN = 5
"""The number of unexpected files that an error names."""


def publish_folder(artifacts: Iterable[Artifact], target: Path) -> list[int]:
    """Make ``target`` hold exactly ``artifacts``, writing each one as soon as it is made; return their sizes in bytes.

    At every instant ``target`` is the former site or the new one (see ``exchange`` for platforms that cannot do that).
    Whatever killed builds left beside it is removed first. Raises ``PublishError``, and leaves ``target`` as it was, if it
    holds anything but a site or if writing fails.
    """
    kept = None
    try:
        absolute = target.absolute()
        absolute.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            with locked(absolute.parent):
                sweep(absolute.parent)
                _check_target(target)
                staged = stack.enter_context(staged_folder(absolute.parent))
            kept = staged / FORMER / absolute.name
            sizes = _write(artifacts, staged)
            with locked(absolute.parent):
                _replace(staged / FRESH, target, kept)
    except OSError as error:
        raise PublishError(_reason(error, target, kept)) from error
    return sizes


def _write(artifacts: Iterable[Artifact], staged: Path) -> list[int]:
    """Write the files into the staged folder, and return their sizes.

    Each path is recorded before its file is written: if this build is killed, a later one knows what to remove.
    """
    folders: set[Path] = set()
    sizes = []
    with (staged / RECORD).open("xb") as record:
        _make_folder(staged / FRESH, folders)
        for artifact in artifacts:
            path = artifact.path.removeprefix("/")
            record.write(f"{path}\n".encode())
            record.flush()
            file = staged / FRESH / path
            _make_folder(file.parent, folders)
            with file.open("xb") as stream:
                os.fchmod(stream.fileno(), FILE_MODE)
                stream.write(artifact.content)
            sizes.append(len(artifact.content))
    return sizes


def _make_folder(folder: Path, folders: set[Path]) -> None:
    """Make a folder and those above it, unless they are among ``folders``, which exist."""
    if folder not in folders and not folder.is_dir():
        _make_folder(folder.parent, folders)
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
    if not (target / INDEX.path.removeprefix("/")).is_file():
        raise PublishError(f"{target}: must be empty, new or a former site, but holds other files")
    _refuse_unexpected_files(target, target)
    return True


def _holds_working_folder(target: Path) -> bool:
    """Tell whether the working folder is in ``target``, and would be gone after the build."""
    try:
        return Path.cwd().is_relative_to(target.resolve())
    except FileNotFoundError:
        # The working folder is gone already.
        return False


def _refuse_unexpected_files(site: Path, target: Path) -> None:
    """Raise ``PublishError`` if a site, which is or was at ``target``, holds something that it does not list."""
    if found := unexpected_files(site, listed_files(site)):
        more = len(found) - UNEXPECTED_SHOWN
        shown = ", ".join(found[:UNEXPECTED_SHOWN]) + (f" and {more} more" if more > 0 else "")
        raise PublishError(f"{target}: must hold nothing but a former site, but also holds {shown}")


def _replace(fresh: Path, target: Path, aside: Path) -> None:
    """Put a fresh site in the place of ``target``, and check the former site again once nobody can reach it any more.

    Raises ``PublishError``, with the former site back in its place, if something was added to it in the meantime.
    """
    if not _check_target(target):
        # Renaming replaces an empty folder, and fails if the folder is not empty any more.
        fresh.rename(target)
        return
    former = replace_folder(fresh, target, aside)
    try:
        _refuse_unexpected_files(former, target)
    except BaseException:
        replace_folder(former, target, fresh)
        raise


def _reason(error: OSError, target: Path, kept: Path | None) -> str:
    if kept and kept.exists() and not os.path.lexists(target):
        return f"{target}: cannot be written, and what was there is kept in {kept}: {error.strerror}"
    # The file that it concerns may be in the staged folder, which means nothing to the user.
    return f"{target}: cannot be written: {error.strerror}"
