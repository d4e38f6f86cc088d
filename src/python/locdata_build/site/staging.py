"""Staged files and folders: written beside their target and then renamed, so that each is published completely or not at all."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from locdata_build.render.artifacts import FILE_MODE, Artifact


class PublishError(Exception):
    """Something cannot be written; the message states where and why. What was there is still there, or where it says."""


FOLDER_MODE = 0o755
"""Everyone can list published folders, whatever the umask is."""

FORMER = "former"
"""The site in a staging folder that was moved away from its place, to be removed once another one is there."""


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Report an ``OSError`` in the block as a ``PublishError`` about ``target``, or a folder above that takes no new file."""
    try:
        yield
    except OSError as error:
        # The file that it concerns may be a staged one, which means nothing to the user.
        place = target
        if isinstance(error.filename, str) and not os.path.lexists(error.filename):
            folder = Path(error.filename).absolute().parent
            place = folder if folder in target.absolute().parents else target
        raise PublishError(f"{place}: cannot be written: {error.strerror}") from error


# Files


@contextmanager
def staged_file(target: Path, content: bytes) -> Iterator[None]:
    """Write ``content`` beside ``target``, and move it there if the block ends without an error; else leave no file.

    A program that is killed may leave a file named ``.<name of the target>.<eight characters>``. Raises ``PublishError`` if
    the file cannot be written, if possible before the block runs.
    """
    with writing(target):
        _refuse_other_kinds(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        staged = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fchmod(descriptor, FILE_MODE)
                # The content must reach the disk before the name does, or a power failure could leave an empty file.
                os.fsync(descriptor)
            yield
            staged.replace(target)
        finally:
            staged.unlink(missing_ok=True)


def _refuse_other_kinds(target: Path) -> None:
    """Raise ``OSError`` if there is something other than a regular file at ``target``, such as a device or a link to one."""
    if target.is_symlink():
        raise OSError(None, "Is a symbolic link")
    if target.is_dir():
        raise IsADirectoryError(None, "Is a directory")
    if os.path.lexists(target) and not target.is_file():
        raise OSError(None, "Is not a regular file")


def replace_file(target: Path, content: bytes) -> None:
    """Replace the content of ``target``. Raises ``PublishError`` if it cannot be written."""
    with staged_file(target, content):
        pass


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Replace the contents of all files. All are staged before the first one is replaced.

    Raises ``PublishError`` if one cannot be written.
    """
    with ExitStack() as staged:
        for target, content in files.items():
            staged.enter_context(staged_file(target, content))


# Folders


def write_files(artifacts: Iterable[Artifact], folder: Path) -> list[int]:
    """Write files into a new folder, each one as soon as it is made, and return their sizes in bytes."""
    sizes = []
    make_folder(folder)
    for artifact in artifacts:
        file = folder / artifact.path.removeprefix("/")
        make_folder(file.parent)
        with file.open("xb") as stream:
            os.fchmod(stream.fileno(), FILE_MODE)
            stream.write(artifact.content)
        sizes.append(len(artifact.content))
    return sizes


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless they exist."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir()
        folder.chmod(FOLDER_MODE)


@contextmanager
def staging_folder(folder: Path, place: Path | None = None) -> Iterator[Path]:
    """Make a folder and yield it, empty, once no other program uses it; remove it at the end.

    What a killed program left in it is removed first. At both times, a site that was moved away from ``place`` is put back
    if the place is empty.
    """
    with ExitStack() as stack:
        stack.callback(os.close, _lock(folder))
        _put_back(folder, place)
        for entry in folder.iterdir():
            entry.unlink() if entry.is_symlink() else shutil.rmtree(entry)
        try:
            yield folder
        finally:
            _put_back(folder, place)
            shutil.rmtree(folder, ignore_errors=True)


def _put_back(staging: Path, place: Path | None) -> None:
    former = staging / FORMER
    if place and not os.path.lexists(place) and former.is_dir():
        try:
            former.rename(place)
        except OSError as error:
            message = f"the former site is in {former}, because it cannot be put back: {error.strerror}"
            raise PublishError(f"{place}: {message}") from error


def _lock(folder: Path) -> int:
    """Make a folder and lock it; return its descriptor, which holds the lock. Do not lock on a file system without locks."""
    while True:
        folder.mkdir(0o700, exist_ok=True)
        with suppress(FileNotFoundError), ExitStack() as stack:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            stack.callback(os.close, descriptor)
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            # The program that had the lock may have removed the folder, and another one may have made it again.
            if os.path.samestat(os.fstat(descriptor), folder.stat()):
                stack.pop_all()
                return descriptor
