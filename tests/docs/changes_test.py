"""A release can move the unreleased changes, and the example of one, into the changelog."""

import datetime as dt
import re
from pathlib import Path
from textwrap import dedent

from locdata_build.contract.changelog import cut_changelog, parse_entries


def test_changelog_takes_every_file_of_an_unreleased_change() -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(Path("changes").iterdir())}
    (example,) = re.findall(r"^    ### (?:.*\n(?=    |\n))+.*\n", texts.pop("README.md"), re.MULTILINE)
    changes = [parse_entries(text) for text in (dedent(example), *texts.values())]
    earlier = Path("CHANGELOG.md").read_text(encoding="utf-8")

    released = cut_changelog(earlier, changes, "999.0.0", dt.date(2026, 11, 21), [])

    assert "`build --workers N`: how many processes make the site." in released
    assert [text for entries in changes for text in entries.values() if text not in released] == []
