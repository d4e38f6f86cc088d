"""Documents name every status, toggle and list, their links lead to files, and their queries find the right records."""

import re
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.obligations import Obligations
from locdata_model import DATA_FILES, ENDPOINTS
from locdata_model.data_files import DataFormat
from locdata_model.toggles import TOGGLES
from locdata_model.urls import API_SQLITE_PATH
from locdata_model.vocabulary import ObligationStatus
from support.dataset import COUNTRY, whole
from support.records import country, obligation, phase, report, support
from support.rendering import render_files
from support.snippets import CONSUMERS, snippet

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


def test_example_on_obligations_and_reports_finds_the_matching_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = whole()
    france, poland = files[COUNTRY], country("pl", "Poland")
    france["obligations"] |= {
        "e_invoicing_b2b": obligation("in_force", phase("2026-01-01", binds=["receive"]), "2027-01-01"),
        "e_invoicing_b2g": obligation("in_force", bound=["suppliers", "public-bodies"]),
        "real_time_reporting": obligation("in_force", mode="clearance"),
    }
    poland["obligations"] |= {
        "e_invoicing_b2b": obligation("in_force", phase("2026-01-01", binds=["issue", "receive"])),
        "e_invoicing_b2g": obligation("in_force", bound=["public-bodies"]),
        "real_time_reporting": obligation("enacted", "2027-01-01", mode="clearance"),
    }
    on_20th = [{"unit": "day-of-month", "months": 1, "number": 20}]
    france["reporting"] = [
        report(number=1, deadline="20th of the following month", deadlines=on_20th),
        report(
            number=2, report_local="Autre", deadline="20th of the second month", deadlines=[on_20th[0] | {"months": 2}]
        ),
    ]
    poland["reporting"] = [report(report_local="JPK_V7M")]
    files["countries/pl.json"] = poland
    for path, content in render_files(tmp_path / "data", files).items():
        target = tmp_path / f"dist/site{path}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    example, answers = snippet(CONSUMERS, "Obligations and reports"), dict[str, Any]()

    monkeypatch.chdir(tmp_path)
    exec(example, answers)  # noqa: S102  # the documents are ours

    assert {name: answers[name] for name in ("clearance", "suppliers", "receiving", "early", "monthly")} == {
        "clearance": ["fr"],
        "suppliers": ["fr"],
        "receiving": ["fr"],
        "early": ["vat-reporting-fr-1"],
        "monthly": ["JPK_V7M"],
    }


def test_example_on_the_database_finds_the_matching_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = whole()
    france, poland = files[COUNTRY], country("pl", "Poland")
    france["obligations"] |= {
        "e_invoicing_b2b": obligation("enacted", "2026-12-01", "2027-01-01"),
        "real_time_reporting": obligation("in_force", mode="clearance"),
    }
    poland["obligations"] |= {
        "e_invoicing_b2b": obligation("in_force", "2026-01-01"),
        "real_time_reporting": obligation("enacted", "2027-01-01", mode="clearance"),
    }
    france["e_invoicing"]["erp_support"] = [support("erp_id_01"), support("erp_id_02", support_type="roadmap")]
    poland["e_invoicing"] = france["e_invoicing"]
    files["countries/pl.json"] = poland
    target = tmp_path / f"dist/site{API_SQLITE_PATH}"
    target.parent.mkdir(parents=True)
    target.write_bytes(render_files(tmp_path / "data", files)[API_SQLITE_PATH])
    example, answers = snippet(CONSUMERS, "SQLite of the whole API"), dict[str, Any]()

    monkeypatch.chdir(tmp_path)
    exec(example, answers)  # noqa: S102  # the documents are ours

    assert [name for name, *_ in answers["clearance"]] == ["France"]
    assert answers["native"] == [("France", "Product 1", "2026-12-01")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_links_between_documents_lead_to_files(document: Path) -> None:
    targets = [document.parent / target for target in LINK.findall(document.read_text(encoding="utf-8"))]

    assert [str(target) for target in targets if not target.exists()] == [], f"correct the link in {document}"
