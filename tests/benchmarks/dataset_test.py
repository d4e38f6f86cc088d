"""The benchmarks' data are so many times as large as the real ones, sound, varied, and the same every time."""

import datetime as dt
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import asdict

from benchmarks.dataset import Size, generate
from benchmarks.dataset_growth import MOST_COUNTRIES, extent
from benchmarks.dataset_records import Deck, Names, Variation, permuted, varied
from locdata_build.check.dataset import check_sources
from locdata_build.read.sources import read_sources
from locdata_build.source.files import Dataset
from locdata_build.source.records import NOT_KNOWN, Phase

DATA = Path("data_src")
TODAY = dt.date(2026, 11, 21)
BY_COUNTRY = {"countries", "tracked_countries", "topic_facts", "obligations"}
BY_ROUNDING = {"phases", "source_files", "source_bytes"}
"""What depends on which real records were drawn, or on how many files there are of which there is one alone."""


def _chance() -> Random:
    return Random(1)  # noqa: S311  # no secret


def _files(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.json")}


def _dataset(folder: Path) -> Dataset:
    return check_sources(read_sources(folder, "data"))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Size:
    return generate(DATA, tmp_path_factory.mktemp("real") / "data", 1, seed=1)


@pytest.fixture(scope="module")
def doubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doubled") / "data"
    generate(DATA, folder, 2, seed=1)
    return folder


def test_scale_1_is_the_real_data(tmp_path: Path) -> None:
    generate(DATA, tmp_path / "data", 1, seed=1)

    source = {path: content for path, content in _files(DATA).items() if not path.startswith("schema/")}
    assert _files(tmp_path / "data") == source


def test_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path, doubled: Path) -> None:
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "1"}
    command = [sys.executable, "-m", "benchmarks.dataset", "2", str(tmp_path / "data"), "--seed", "1"]

    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    assert _files(tmp_path / "data") == _files(doubled)


def test_another_seed_gives_other_records_and_the_same_real_names(tmp_path: Path, doubled: Path) -> None:
    generate(DATA, tmp_path / "data", 2, seed=2)

    first, second = _files(doubled), _files(tmp_path / "data")
    changed = {path.partition("/")[0] for path in first if first[path] != second.get(path)}
    assert changed == {"countries", "erps", "connectors.json", "news.json"}
    names = {country.code: country.name for country in _dataset(DATA).countries}
    for folder in (doubled, tmp_path / "data"):
        assert names.items() <= {country.code: country.name for country in _dataset(folder).countries}.items()


def test_scale_4_has_twice_the_countries_and_products_and_four_times_the_rest(tmp_path: Path, real: Size) -> None:
    size = generate(DATA, tmp_path / "data", 4, seed=1)

    wanted = {name: number * 4 for name, number in asdict(real).items()}
    wanted |= {name: getattr(real, name) * 2 for name in {*BY_COUNTRY, "products"}}
    wanted |= {name: getattr(size, name) for name in BY_ROUNDING}
    assert asdict(size) == wanted
    assert size.source_files == len(_files(tmp_path / "data"))
    assert size.phases > real.phases


def test_made_up_data_pass_every_check_and_repeat_no_text(doubled: Path) -> None:
    countries = _dataset(doubled).countries

    summaries = [country.obligations.e_invoicing_b2b.summary for country in countries]
    known = [summary for summary in summaries if summary != NOT_KNOWN]
    assert len(set(known)) == len(known)
    real = {country.code for country in _dataset(DATA).countries}
    new = [report.report_local for country in countries if country.code not in real for report in country.reporting]
    assert not all(map(str.isascii, new))


def test_countries_end_where_the_builder_takes_no_more_and_products_grow_in_their_place() -> None:
    dataset = _dataset(DATA)

    small, large = extent(dataset, 1), extent(dataset, 1000)

    assert large.countries == MOST_COUNTRIES
    factor = (large.countries * large.products) / (small.countries * small.products)
    assert factor == pytest.approx(1000, rel=0.001)


def test_a_folder_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        generate(DATA, tmp_path, 1, seed=1)


def test_a_scale_below_1_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1, but is 0"):
        generate(DATA, tmp_path / "data", 0, seed=1)


def test_all_words_of_a_text_but_the_first_change_places() -> None:
    text = "Türkiye: e-faturayı alan ve satan herkes -KDV hariç- bildirir"

    other = permuted(text, _chance())

    assert other != text
    assert other.startswith("Türkiye: ")
    assert sorted(other.split(" ")) == sorted(text.split(" "))


@pytest.mark.parametrize(
    ("date", "moved"), [("2026-11-21", "2026-11-11"), ("2019-01-05", "2018-12-26"), ("2026-11-22", "2026-12-02")]
)
def test_a_date_moves_away_from_today(date: str, moved: str) -> None:
    phase = Phase(slug="slug", date=dt.date.fromisoformat(date), what=NOT_KNOWN)

    other = varied(phase, Variation(_chance(), "fr", TODAY, dt.timedelta(days=10)))

    assert other == Phase(slug="slug", date=dt.date.fromisoformat(moved), what=NOT_KNOWN)


def test_names_never_repeat_and_never_make_a_taken_slug() -> None:
    names = Names(["Odoo", "法国"], ["od"], _chance())

    made = [names.new() for _ in range(20)]

    assert len({name for name, _ in made}) == len({slug for _, slug in made}) == 20
    assert {"odoo", "od", ""}.isdisjoint(slug for _, slug in made)


def test_a_deck_deals_each_card_as_often_as_the_others() -> None:
    deck = Deck("abc", _chance())

    dealt = [deck.deal() for _ in range(9)]

    assert sorted(dealt) == sorted("abc" * 3)
    assert dealt != list("abc" * 3)
