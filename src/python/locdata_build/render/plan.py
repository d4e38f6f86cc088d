"""The plan of a site: which files it will have, and how each comes to be, so that no two need be in memory at once.

Groups are independent of each other, in any order and in any number of processes. What a few files say of many others
goes into ``Notes`` on the way, and those files are made last.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.view.page import Page
from locdata_build.view.pages.data import Download


class Notes(Struct, frozen=True):
    """What has been made so far, by path.

    The pages without their content, the Markdown of those that are told in full elsewhere, and the size and checksum of
    what can be downloaded.
    """

    pages: dict[str, Page] = {}
    twins: dict[str, bytes] = {}
    downloads: dict[str, Download] = {}

    def add_page(self, page: Page) -> None:
        """Remember a page, but for its content."""
        self.pages[page.path] = replace(page, lead=(), blocks=(), sections=())

    def merge(self, others: "Notes") -> None:
        """Add what was made elsewhere."""
        self.pages.update(others.pages)
        self.twins.update(others.twins)
        self.downloads.update(others.downloads)


class Group(Struct, frozen=True):
    """Files that are made together: their paths, and what makes them and adds to the notes."""

    paths: tuple[str, ...]
    make: Callable[[Notes], Iterator[Artifact]]


class Plan(Struct, frozen=True):
    """The groups of a site, the costliest first, and those that are made of the notes on all others, in their order."""

    groups: tuple[Group, ...]
    last: tuple[Group, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path, sorted. Raises ``ValueError`` where two files share one."""
        paths = sorted(path for group in (*self.groups, *self.last) for path in group.paths)
        if len(set(paths)) < len(paths):
            raise ValueError(f"two files share a path: {next(path for path in paths if paths.count(path) > 1)}")
        return tuple(paths)


def made(group: Group, notes: Notes) -> Iterator[Artifact]:
    """The files of a group. Raises ``ValueError`` where they are not just those that it promises."""
    due = set(group.paths)
    for artifact in group.make(notes):
        if artifact.path not in due:
            raise ValueError(f"a file that was not promised is made: {artifact.path}")
        due.remove(artifact.path)
        yield artifact
    if due:
        raise ValueError(f"files that were promised are not made: {', '.join(sorted(due))}")
