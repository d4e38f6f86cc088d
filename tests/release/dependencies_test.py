"""docs/dependencies.md lists packages as the lock pins them. That it lists all in the runnable file is tested every night."""

import re
from pathlib import Path

DOCUMENT = Path("docs/dependencies.md")
LOCKS = Path("3rdparty/python")


def test_every_listed_package_has_the_version_of_the_lock() -> None:
    listed = re.findall(r"^\| `([\w.-]+)` \| ([\w.]+) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    pins = {
        pin
        for name in ("python-default.lock", "pants.lock")
        for pin in re.findall(r"^([\w.-]+)==([\w.]+)", (LOCKS / name).read_text(encoding="utf-8"), re.MULTILINE)
    }

    assert len(listed) > 5
    assert [package for package in listed if package not in pins] == []
