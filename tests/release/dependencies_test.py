"""docs/dependencies.md lists packages that the builder requires and the locks pin. A nightly test compares it with the runnable file."""

import re
from pathlib import Path

DOCUMENT = Path("docs/dependencies.md")
LOCKS = Path("3rdparty/python")


def names_in(*files: str) -> set[str]:
    """Return the packages that locks or requirements name."""
    texts = [(LOCKS / file).read_text(encoding="utf-8") for file in files]
    return {name.lower() for text in texts for name in re.findall(r"^([\w.-]+)[=>]=", text, re.MULTILINE)}


def test_listed_packages_are_pinned_and_include_what_the_builder_requires() -> None:
    listed = set(re.findall(r"^\| `([\w.-]+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))

    assert listed <= names_in("python-default.lock", "pants.lock")
    assert listed >= names_in("model/requirements.txt", "runtime/requirements.txt") > {"msgspec"}
