"""The two layouts in which former sites are kept: beside the folder of the site, or all sites as releases in one folder."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from locdata_build.publish.folder import publish_folder, restore_folder
from locdata_build.publish.releases import publish_release, restore_release
from locdata_build.render.artifacts import Artifact
from support.small_sites import state


class Publish(Protocol):
    """Publishes a site in a folder, and keeps as many former sites as asked for."""

    def __call__(self, artifacts: Sequence[Artifact], out: Path, keep: int = 1) -> object:
        """Publish a site."""


class Layout(NamedTuple):
    """How to publish a site in a folder and restore one there, and the names of the target and of the folder of other sites."""

    publish: Publish
    restore: Callable[..., object]
    target: str
    store: str
    entries: Sequence[str]
    """The names in the folder, once a site has replaced another."""

    def states(self, out: Path) -> tuple[str, list[str]]:
        """Return which site is at the target, and which others are kept, in the order of their names."""
        others = [site for site in sorted((out / self.store).iterdir()) if not site.samefile(out / self.target)]
        return state(out / self.target), [state(site) for site in others]


LAYOUTS: Mapping[str, Layout] = {
    "folder": Layout(
        lambda artifacts, out, keep=1: publish_folder(artifacts, out / "site", keep=keep),
        lambda out, name="": restore_folder(out / "site", name),
        "site",
        "site.former",
        ("site", "site.former"),
    ),
    "releases": Layout(
        lambda artifacts, out, keep=1: publish_release(artifacts, out, keep=keep),
        restore_release,
        "current",
        "releases",
        ("current", "former", "releases"),
    ),
}
