"""The README shows a published record."""

import json
import re
from pathlib import Path
from typing import Any

from support.site import Rows


def shortened(value: object, example: object) -> object:
    """Return the value, cut like the text of the example if that ends in an ellipsis."""
    if isinstance(value, str) and isinstance(example, str) and example.endswith(" ..."):
        return f"{value[: len(example) - len(' ...')]} ..."
    return value


def test_record_in_the_readme_is_published(facts: Rows) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", Path("README.md").read_text(encoding="utf-8"), re.DOTALL)
    example: dict[str, Any] = json.loads(block)
    (published,) = (fact for fact in facts if fact["id"] == example["id"])
    shown = {name: shortened(value, example[name]) for name, value in published.items() if name in example}

    assert [*shown.items()] == [*example.items()], "copy the record to README.md, or show another one"
