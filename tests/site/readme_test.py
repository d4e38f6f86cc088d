"""The README shows a published record, and documents state what audits found and the licences as the pages do."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from locdata_model.urls import LLMS_PATH
from support.site import Files, Rows


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


def test_documents_state_the_licences_as_their_page_does(contents: Files) -> None:
    _, _, page = contents["/licence/index.md"].decode().partition("# Licence\n\n> ")
    terms, _, _ = page.partition("\n")
    documents = {path: Path(path).read_text(encoding="utf-8") for path in ("README.md", "docs/using.md")}
    texts = {**documents, LLMS_PATH: contents[LLMS_PATH].decode()}

    assert terms.startswith("Data files, pages, calendars and feeds: CC BY 4.0, ")
    assert [path for path, text in texts.items() if terms not in " ".join(text.split())] == []


@pytest.mark.parametrize("document", ["README.md", "docs/audits/README.md", "docs/coverage.md"])
def test_document_states_what_audits_of_each_unit_found(contents: Files, document: str) -> None:
    _, _, section = contents["/methodology/index.md"].decode().partition("\n## What audits found\n")
    found = re.findall(r"^- \*\*.*", section, re.MULTILINE)[:3]
    text = " ".join(Path(document).read_text(encoding="utf-8").split())

    units = ["- **Single statements", "- **Whole claims", "- **Rates, thresholds and formats"]
    assert [line.partition("**: ")[0] for line in found] == units
    assert [line for line in found if line not in text] == [], f"copy the lines from /methodology/ to {document}"
