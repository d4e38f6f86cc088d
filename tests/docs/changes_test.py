"""A release can move the unreleased changes into the changelog."""

import datetime as dt
from pathlib import Path

from locdata_build.contract.changelog import cut_changelog, parse_entries


def test_changelog_takes_every_file_of_an_unreleased_change() -> None:
    files = [file for file in sorted(Path("changes").iterdir()) if file.name != "README.md"]
    changes = [parse_entries(file.read_text(encoding="utf-8")) for file in files]
    earlier = Path("CHANGELOG.md").read_text(encoding="utf-8")

    released = cut_changelog(earlier, changes, "999.0.0", dt.date(2026, 11, 21), [])

    assert [text for entries in changes for text in entries.values() if text not in released] == []
