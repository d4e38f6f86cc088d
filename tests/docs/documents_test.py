"""Documents name every status, toggle and list, and their links lead to files."""

import re
from pathlib import Path

import pytest

from locdata_build.data.obligations import Obligations
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from locdata_model.toggles import TOGGLES
from locdata_model.vocabulary import ObligationStatus

DOCUMENTS = sorted([*Path().glob("*.md"), *Path("docs").rglob("*.md")])
EXPLAIN = "explain it in docs/data-format.md"
NAME = "name it in docs/using.md"

LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def text(name: str) -> str:
    """Return the text of a document."""
    return Path(name).read_text(encoding="utf-8")


def test_every_status_toggle_and_kind_of_obligation_is_explained() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (?:`([^`]+)` \|)?", text("docs/data-format.md"), re.MULTILINE)

    assert {status.value for status in ObligationStatus} - {first for first, _ in rows} == set(), EXPLAIN
    assert {(name, spec.obligation.value) for name, spec in TOGGLES.items()} - {*rows} == set(), EXPLAIN
    assert [kind for kind in Obligations.__struct_fields__ if f"`{kind}`" not in text("docs/data-format.md")] == [], (
        EXPLAIN
    )


def test_every_data_file_and_list_of_the_api_is_named() -> None:
    lists = [spec.path.removeprefix("/api/v1/").removesuffix(".json") for spec in ENDPOINTS if spec.parameter is None]
    using = text("docs/using.md")

    assert [spec.name for spec in DATA_FILES if spec.path(DataFormat.CSV) not in using] == [], NAME
    assert [name for name in lists if not re.search(rf"[`/]{name}(\.json)?`", using)] == [], NAME


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_between_documents_lead_to_files(document: Path) -> None:
    targets = [document.parent / target for target in LINK.findall(document.read_text(encoding="utf-8"))]

    assert [str(target) for target in targets if not target.exists()] == [], f"correct the link in {document}"
