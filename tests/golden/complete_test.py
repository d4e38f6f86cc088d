"""Every country has golden files and a test target, and the update command makes both."""

import runpy
import shutil
from pathlib import Path

import pytest

from golden import update
from golden.goldens import GOLDENS, UPDATE, country_codes, golden_codes
from support.dataset import country, whole, write


def listed_codes() -> list[str]:
    """The countries that have a test target."""
    return list(runpy.run_path(str(update.PRELUDE))["COUNTRIES"])


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the macros beside the small dataset, which has the country ``fr``."""
    (tmp_path / "build-support").mkdir()
    shutil.copy(update.PRELUDE, tmp_path / update.PRELUDE)
    write(tmp_path / "data_src", whole())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_country_has_golden_files_and_a_test_target() -> None:
    assert golden_codes() == country_codes(), UPDATE
    assert listed_codes() == country_codes(), UPDATE


def test_update_adds_the_files_and_the_target_of_a_new_country(
    scratch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    update.main()
    write(scratch / "data_src", {"countries/at.json": country("at", "Austria")})
    capsys.readouterr()

    assert update.main() == 0
    assert capsys.readouterr().out == "1 of 2 countries changed: at\n"
    assert golden_codes() == listed_codes() == ["at", "fr"]
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


def test_update_keeps_the_macros(scratch: Path) -> None:
    before = update.PRELUDE.read_text(encoding="utf-8")
    update.main()

    assert update.LIST.sub("", update.PRELUDE.read_text(encoding="utf-8")) == update.LIST.sub("", before)


def test_update_deletes_what_is_no_longer_built(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    update.main()
    (GOLDENS / "fr" / "former.json").write_bytes(b"")
    (GOLDENS / "zz").mkdir()
    capsys.readouterr()

    assert update.main() == 0
    assert capsys.readouterr().out == "1 of 1 countries changed: fr\ndeleted: zz\n"
    assert golden_codes() == ["fr"]
    assert not (GOLDENS / "fr" / "former.json").exists()


def test_update_reports_an_invalid_file_and_changes_nothing(scratch: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(scratch / "data_src", {"countries/at.json": b"{}"})

    assert update.main() == 1
    assert "data_src/countries/at.json" in capsys.readouterr().err
    assert not GOLDENS.exists()
