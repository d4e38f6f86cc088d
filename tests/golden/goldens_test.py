"""Golden files are built for the time of the newest check in them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from golden.goldens import build_goldens
from support.dataset import COUNTRY, Files, whole, write
from support.records import marked, source_id, source_record


def check_fact(files: Files) -> None:
    """Check a fact one day after the fixed time."""
    files[COUNTRY]["facts"]["vat"]["checked"] = "2026-11-22"


def read_source_of_connector(files: Files) -> None:
    """Read the source of the connector of the country one day after the fixed time."""
    url = "https://provider.example/connector"
    files["connectors.json"]["sources"][source_id(url)] = {**source_record(url), "read": "2026-11-22"}


def read_source_of_other_connector(files: Files) -> None:
    """Read the source of a connector for another country one day after the fixed time."""
    (connector,), sources = files["connectors.json"]["connectors"], files["connectors.json"]["sources"]
    url = "https://provider.example/other"
    sources[source_id(url)] = {**source_record(url), "read": "2026-11-22"}
    other = {"provider": "Other", "countries_in_scope": ["de"], "notes": marked("Sends invoices.", url)}
    files["connectors.json"]["connectors"].append({**connector, **other})


@pytest.mark.parametrize(
    ("edit", "day"),
    [
        (lambda _: None, "21 November"),
        (check_fact, "22 November"),
        (read_source_of_connector, "22 November"),
        (read_source_of_other_connector, "21 November"),
    ],
    ids=["no edit", "fact", "connector", "connector of another country"],
)
def test_golden_files_have_the_fixed_time_or_that_of_the_newest_check(
    edit: Callable[[Files], object], day: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = whole()
    edit(files)
    write(tmp_path / "data_src", files)
    monkeypatch.chdir(tmp_path)

    golden = build_goldens("fr")

    assert f", as of {day} 2026." in golden["page.md"].decode()
    assert json.loads(golden["api.json"])["meta"]["generated_at"] == f"2026-11-{day[:2]}T00:00:00Z"
