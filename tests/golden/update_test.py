"""The update command writes the golden files of valid data, and nothing else."""

from pathlib import Path

import pytest

from golden import update
from golden.goldens import GOLDENS, golden_codes
from locdata_model.endpoints import DATED_LISTS
from support.dataset import whole, write
from support.records import country


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the small dataset, which has the country ``fr``, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "data_src", whole())


def test_update_writes_what_has_changed_and_deletes_the_rest(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert update.main() == 0
    (GOLDENS / "fr" / "former.json").write_bytes(b"")
    (GOLDENS / "zz").mkdir()
    write(data, {**whole(), "countries/at.json": country("at", "Austria")})

    assert [update.main(), update.main()] == [0, 0]
    assert capsys.readouterr().out.splitlines() == [
        "1 of 1 countries changed: fr",
        "2 of 2 countries changed: at fr",
        "deleted: zz",
        "0 of 2 countries changed: none",
    ]
    assert golden_codes() == ["at", "fr"]
    names = ("api", "connectors", "countries", "flips", "matrix", "phases", "reporting")
    dated = tuple(endpoint.list_name for endpoint in DATED_LISTS)
    assert {file.name for file in (GOLDENS / "fr").iterdir()} == {
        "page.md",
        *(f"{name}.json" for name in (*names, *dated)),
    }


def test_update_reports_invalid_data_and_writes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(data, {"countries/at.json": b"{}", "countries/de.json": country("de", "Germany") | {"region": "Region 2"}})

    assert update.main() == 1
    issues = capsys.readouterr().err
    assert "data_src/countries/at.json" in issues
    assert "[missing-field]" in issues
    assert "[unknown-region]" in issues
    assert not GOLDENS.exists()
