"""The update command writes the golden files of valid data, and nothing else."""

from pathlib import Path

import pytest

from golden import update
from golden.goldens import GOLDENS, golden_codes
from support.dataset import COUNTRY, whole, write
from support.records import country


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small dataset, which has the country ``fr``, in the working folder."""
    write(tmp_path / "data_src", whole())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_update_adds_the_files_of_a_new_country(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    update.main()
    write(scratch / "data_src", {**whole(), "countries/at.json": country("at", "Austria")})
    capsys.readouterr()

    assert update.main() == 0
    assert capsys.readouterr().out == "1 of 2 countries changed: at\n"
    assert golden_codes() == ["at", "fr"]
    assert sorted(file.name for file in (GOLDENS / "at").iterdir()) == [
        "api.json",
        "connectors.json",
        "countries.json",
        "flips.json",
        "matrix.json",
        "page.md",
        "phases.json",
        "reporting.json",
    ]


def test_update_deletes_what_is_no_longer_built(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    update.main()
    (GOLDENS / "fr" / "former.json").write_bytes(b"")
    (GOLDENS / "zz").mkdir()
    capsys.readouterr()

    assert update.main() == 0
    assert capsys.readouterr().out == "1 of 1 countries changed: fr\ndeleted: zz\n"
    assert golden_codes() == ["fr"]
    assert not (GOLDENS / "fr" / "former.json").exists()


@pytest.mark.parametrize(
    ("content", "issues"),
    [
        pytest.param(b"{}", "[missing-field]", id="shape"),
        pytest.param({**country("at", "Austria"), "region": "Region 2"}, "[unknown-region]", id="region"),
        pytest.param({**country("at", "Austria"), "map_tile": whole()[COUNTRY]["map_tile"]}, "[duplicate]", id="tile"),
    ],
)
def test_update_prints_what_check_refuses_and_writes_nothing(
    scratch: Path, capsys: pytest.CaptureFixture[str], content: object, issues: str
) -> None:
    write(scratch / "data_src", {"countries/at.json": content, "countries/de.json": country("de", " Germany")})

    assert update.main() == 1
    err = capsys.readouterr().err
    assert issues in err
    assert "data_src/countries/de.json: $.name: must not begin or end with white space" in err
    assert not GOLDENS.exists()


def test_update_changes_nothing_where_nothing_has_changed(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    update.main()
    capsys.readouterr()

    assert update.main() == 0
    assert capsys.readouterr().out == "0 of 1 countries changed: none\n"
