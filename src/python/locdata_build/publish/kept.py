"""Former sites that are kept: numbered folders in one folder, the store, each of them a whole site.

A name is a number, which rises with each site that is added, and the time of the build that the site states, such as
``0007-20261121T000000Z``. A site that states none has its number alone.
"""

import hashlib
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from locdata_build.publish.contents import CHECKSUMS_FILE, listed_files, unexpected_files
from locdata_build.publish.files import PublishError
from locdata_build.publish.staging import FRESH, staged_folder
from locdata_build.publish.stated import INDEX_FILE, Stated
from locdata_build.render.artifacts import LARGEST_LIST, parse_checksums
from locdata_build.source.untrusted import open_regular_file, read_regular_file, walk_folder

KEPT_NAME = re.compile(r"([0-9]{4,})(-[0-9]{8}T[0-9]{6}Z)?")

UNEXPECTED_SHOWN = 5
"""The number of unexpected files that an error names."""


def kept_sites(store: Path) -> list[Path]:
    """Return the sites in a store, in the order in which they were added; none if there is no store.

    Raises ``PublishError`` if it holds anything else, and ``OSError`` if it cannot be read.
    """
    if not os.path.lexists(store):
        return []
    if store.is_symlink() or not store.is_dir():
        raise PublishError(f"{store}: must be a folder or not exist, but is something else")
    entries = list(store.iterdir())
    for entry in entries:
        if not KEPT_NAME.fullmatch(entry.name) or entry.is_symlink() or not (entry / INDEX_FILE).is_file():
            raise PublishError(f"{store}: must hold nothing but former sites, but also holds {entry.name}")
        refuse_unexpected_files(entry, entry)
    return sorted(entries, key=lambda entry: (_number(entry.name), entry.name))


def next_name(sites: Sequence[Path], stated: Stated | None) -> str:
    """Return the name of a site that is added to those in a store."""
    number = f"{max((_number(site.name) for site in sites), default=0) + 1:04}"
    name = f"{number}-{stated.generated_at:%Y%m%dT%H%M%SZ}" if stated else number
    # A year before 1000 has fewer digits.
    return name if KEPT_NAME.fullmatch(name) else number


def _number(name: str) -> int:
    return int(name.partition("-")[0])


def refuse_unexpected_files(site: Path, target: Path) -> None:
    """Raise ``PublishError`` if a site, which is or was at ``target``, holds something that it does not list."""
    if found := unexpected_files(site, listed_files(site)):
        more = len(found) - UNEXPECTED_SHOWN
        shown = ", ".join(found[:UNEXPECTED_SHOWN]) + (f" and {more} more" if more > 0 else "")
        raise PublishError(f"{target}: must hold nothing but a former site, but also holds {shown}")


def refuse_damaged(site: Path) -> None:
    """Raise ``PublishError`` if a file of a site, one of ``kept_sites``, is missing or is not as the site lists it."""
    # Nothing else is read: a list may have paths that lead out of the site.
    files = {f"/{path}" for path, entry in walk_folder(site) if entry.is_file(follow_symlinks=False)}
    for path, digest in parse_checksums(read_regular_file(site / CHECKSUMS_FILE, LARGEST_LIST)).items():
        if path not in files or _sha256(site / path.removeprefix("/")) != digest:
            raise PublishError(f"{site}: must be as {CHECKSUMS_FILE} says, but {path} is not")


def _sha256(file: Path) -> str:
    with open_regular_file(file) as stream:
        return hashlib.file_digest(stream, hashlib.sha256).hexdigest()


def choose(sites: Sequence[Path], name: str, default: Path, store: Path) -> Path:
    """Return the site with a name, or the default one for an empty name. Raises ``PublishError`` if there is none."""
    if not name:
        return default
    for site in sites:
        if site.name == name:
            return site
    raise PublishError(f"{store}: must hold {name!a} to restore it, but holds {', '.join(site.name for site in sites)}")


def remove_kept(sites: Sequence[Path], parent: Path) -> None:
    """Remove sites of a store in ``parent``, which must be locked; a later build removes what cannot be removed now.

    Each is moved to a staged folder first: an interrupted removal leaves no damaged site in the store.
    """
    for site in sites:
        with suppress(OSError, PublishError):
            refuse_unexpected_files(site, site)
            with staged_folder(parent) as staged:
                site.rename(staged / FRESH)
