"""The inventory as a document for people, which is the same on every platform."""

from locdata_release.inventory.inventory import Inventory
from locdata_release.read.distributions import Distribution

_HEAD = """\
# Dependencies

What `{name}` holds besides our own code and data, and under which licence: as each package says it itself, as an SPDX expression or in its own words. The
texts of all licences are in the file. What a package has compiled in is the package's to tell: in its licence, or in the folder `sboms` of its metadata. `{code_lock}` pins the packages by hash; `{runtime_lock}` pins `{runtime}`, the head of the file, and so what is
vendored in it. This list is made from the file itself:

    ./pants package src/python/locdata_build
    ./pants run src/python/locdata_release -- inventory dist/{name} --text --out docs/dependencies.md

| Package | Version | Licence | Home |
| --- | --- | --- | --- |
"""


def as_document(inventory: Inventory) -> str:
    """The document, in Markdown."""
    runnable = inventory.runnable
    head = _HEAD.format(
        name=runnable.name,
        code_lock=inventory.code_lock.path,
        runtime_lock=inventory.runtime_lock.path,
        runtime=runnable.runtime.name,
    )
    inside = f" in `{runnable.runtime.name}`"
    rows = [
        *(_row(part) for part in (*runnable.packages, runnable.runtime)),
        *(_row(part, inside) for part in runnable.vendored),
    ]
    return head + "".join(rows)


def _row(part: Distribution, inside: str = "") -> str:
    words = f"no SPDX expression; it says: {part.licence_words}" if part.licence_words else "it does not say"
    licence = f"`{part.licence}`" if part.licence else words
    return f"| `{part.name}`{inside} | {part.version} | {licence} | {part.homepage or ''} |\n"
