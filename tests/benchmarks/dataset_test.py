"""Generated data is larger by the scale, passes every check, varies, and is the same every time."""

import datetime as dt
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import asdict, replace

from benchmarks.dataset import Size, generate
from benchmarks.dataset_growth import MOST_COUNTRIES, extent
from benchmarks.dataset_records import Deck, Names, Variation, permuted, varied
from locdata_build.check.dataset import check_sources
from locdata_build.source.files import Dataset
from locdata_build.source.obligations import SourcePhase
from locdata_build.source.reading import read_sources
from locdata_build.source.records import NOT_KNOWN
from locdata_model.vocabulary import Certainty
from support.sample import SAMPLE

TODAY = dt.date(2026, 11, 21)
BY_COUNTRY = {"countries", "tracked_countries", "topic_facts", "obligations"}
NOT_EXACT = {"phases", "source_files", "source_bytes"}
"""What depends on which records were drawn, or on files of which there is only one."""


def _random() -> Random:
    return Random(1)  # noqa: S311  # no secret


def _files(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.json")}


def _dataset(folder: Path) -> Dataset:
    return check_sources(read_sources(folder, "data"))


@pytest.fixture(scope="module")
def doubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doubled") / "data"
    generate(SAMPLE, folder, 2, seed=1)
    return folder


@pytest.fixture(scope="module")
def same(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Size]:
    folder = tmp_path_factory.mktemp("same") / "data"
    return folder, generate(SAMPLE, folder, 1, seed=1)


def test_scale_1_is_the_data_itself(same: tuple[Path, Size]) -> None:
    assert _files(same[0]).keys() == _files(SAMPLE).keys()
    assert _dataset(same[0]) == _dataset(SAMPLE)


def test_same_seed_gives_the_same_bytes_in_another_process(tmp_path: Path, doubled: Path) -> None:
    environment = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "1"}
    command = [
        sys.executable,
        "-m",
        "benchmarks.dataset",
        "2",
        str(tmp_path / "data"),
        "--source",
        str(SAMPLE),
        "--seed",
        "1",
    ]

    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    assert _files(tmp_path / "data") == _files(doubled)


def test_another_seed_gives_other_records_and_keeps_the_names(tmp_path: Path, doubled: Path) -> None:
    generate(SAMPLE, tmp_path / "data", 2, seed=2)

    first, second = _files(doubled), _files(tmp_path / "data")
    changed = {path.partition("/")[0] for path in first if first[path] != second.get(path)}
    names = {country.code: country.name for country in _dataset(SAMPLE).countries}
    assert changed == {"countries", "erps", "connectors.json", "exceptions.json", "news.json"}
    for folder in (doubled, tmp_path / "data"):
        assert names.items() <= {country.code: country.name for country in _dataset(folder).countries}.items()


def test_scale_4_has_twice_the_countries_and_products_and_four_times_the_rest(
    tmp_path: Path, same: tuple[Path, Size]
) -> None:
    size = generate(SAMPLE, tmp_path / "data", 4, seed=1)

    wanted = {name: number * 4 for name, number in asdict(same[1]).items()}
    wanted |= {name: getattr(same[1], name) * 2 for name in {*BY_COUNTRY, "products"}}
    wanted |= {name: getattr(size, name) for name in NOT_EXACT}
    assert asdict(size) == wanted
    assert size.source_files == len(_files(tmp_path / "data"))
    assert size.phases > same[1].phases


def test_generated_data_passes_every_check_and_repeats_no_text(doubled: Path) -> None:
    countries = _dataset(doubled).countries

    summaries = [country.obligations.e_invoicing_b2b.summary for country in countries]
    known = [summary for summary in summaries if summary != NOT_KNOWN]
    assert len(set(known)) == len(known)


def test_generated_reports_have_names_in_other_scripts_too(tmp_path: Path) -> None:
    generate(SAMPLE, tmp_path / "data", 4, seed=1)
    countries = _dataset(tmp_path / "data").countries

    real = {country.code for country in _dataset(SAMPLE).countries}
    new = [report.report_local for country in countries if country.code not in real for report in country.reporting]
    assert not all(map(str.isascii, new))


def test_products_grow_instead_when_there_are_no_more_countries() -> None:
    dataset = _dataset(SAMPLE)

    small, large = extent(dataset, 1), extent(dataset, 1000)

    factor = (large.countries * large.products) / (small.countries * small.products)
    assert large.countries == MOST_COUNTRIES
    assert factor == pytest.approx(1000, rel=0.001)


@pytest.mark.parametrize(("scale", "error"), [(1, FileExistsError), (0, ValueError)], ids=["target exists", "scale"])
def test_wrong_arguments_are_refused(tmp_path: Path, scale: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        generate(SAMPLE, tmp_path, scale, seed=1)


def test_all_words_of_a_text_but_the_first_are_shuffled() -> None:
    text = "Türkiye: e-faturayı alan ve satan herkes -KDV hariç- bildirir"

    other = permuted(text, _random())

    assert other != text
    assert other.startswith("Türkiye: ")
    assert sorted(other.split(" ")) == sorted(text.split(" "))


@pytest.mark.parametrize(
    ("date", "moved"), [("2026-11-21", "2026-11-11"), ("2019-01-05", "2018-12-26"), ("2026-11-22", "2026-12-02")]
)
def test_a_date_moves_away_from_today(date: str, moved: str) -> None:
    phase = SourcePhase(
        slug="slug", date=dt.date.fromisoformat(date), what=NOT_KNOWN, binds=None, who=None, certainty=Certainty.ENACTED
    )

    other = varied(phase, Variation(_random(), "fr", TODAY, dt.timedelta(days=10), {}))

    assert other == replace(phase, date=dt.date.fromisoformat(moved))


def test_names_never_repeat_and_never_make_a_taken_slug() -> None:
    names = Names(["Odoo", "法国"], ["od"], _random())

    new = [names.new() for _ in range(20)]

    assert len({name for name, _ in new}) == len({slug for _, slug in new}) == 20
    assert {"odoo", "od", ""}.isdisjoint(slug for _, slug in new)


def test_a_deck_deals_all_cards_equally_often() -> None:
    deck = Deck("abc", _random())

    dealt = [deck.deal() for _ in range(9)]

    assert sorted(dealt) == sorted("abc" * 3)
    assert dealt != list("abc" * 3)
