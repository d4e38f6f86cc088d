"""What is measured under ``serve --watch`` works on small data."""

from pathlib import Path

import pytest

from benchmarks.loop import EDITED, LoopError
from benchmarks.watching import measure_reload
from support.dataset import whole, write
from support.records import country


def test_each_run_edits_the_country_and_gets_its_new_page(tmp_path: Path) -> None:
    files = {**whole(), f"countries/{EDITED}.json": country(EDITED, "Estonia")}
    data = write(tmp_path / "data", files)

    reload = measure_reload(data, tmp_path / "work", 2)

    assert 0 < reload.least <= reload.median <= reload.most
    assert (tmp_path / f"work/watched/countries/{EDITED}.json").read_text().count(", edited, edited.") == 1
    assert "edited" not in (data / f"countries/{EDITED}.json").read_text()


def test_data_with_issues_is_an_error(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {"site.json": {}})

    with pytest.raises(
        LoopError, match=r"/watched: must be built, but is not: http://localhost:[0-9]+/: issues found "
    ):
        measure_reload(data, tmp_path / "work", 1)
