"""The data of the benchmarks is sound, sites are compared by what their files mean, and every part of a benchmark runs."""

import importlib
from pathlib import Path

import pytest

from benchmarks import side_by_side, tables
from benchmarks.agents import measure_agents
from benchmarks.dataset import generate
from benchmarks.loop import EDITED, Targets, targets_of
from benchmarks.peers import plain_site
from benchmarks.same_files import differences
from benchmarks.watching import measure_reload
from locdata_build.data.dataset import check_sources
from locdata_build.data.reading import read_sources
from support.dataset import whole, write
from support.records import country
from support.sample import SAMPLE, build_sample


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.json")}


def test_data_of_the_same_size_is_the_data_itself(tmp_path: Path) -> None:
    generate(SAMPLE, tmp_path / "data", 1, seed=1)

    assert check_sources(read_sources(tmp_path / "data", "data")) == check_sources(read_sources(SAMPLE, "data"))


def test_larger_data_passes_every_check_and_is_the_same_for_a_seed(tmp_path: Path) -> None:
    real = generate(SAMPLE, tmp_path / "1", 1, seed=1)
    first, again, other = (tmp_path / name for name in ("first", "again", "other"))

    size = generate(SAMPLE, first, 4, seed=1)
    generate(SAMPLE, again, 4, seed=1)
    generate(SAMPLE, other, 4, seed=2)

    assert (size.countries, size.products) == (2 * real.countries, 2 * real.products)
    assert len(check_sources(read_sources(first, "data")).countries) == size.countries
    assert files_of(first) == files_of(again) != files_of(other)


@pytest.mark.parametrize(
    ("path", "ours", "theirs", "kind"),
    [
        ("a.txt", "a\n", "a\n", "identical"),
        ("a.txt", "a\n", "a", "differing"),
        ("a.json", '{"a": 1, "b": "é"}\n', '{"b":"\\u00e9","a":1.0}', "equivalent"),
        ("a.json", "[1, 2]", "[2, 1]", "differing"),
        ("a.csv", "a,b\r\n1,\r\n", '"a",b\n1,""\n', "equivalent"),
        ("a.html", "<ul>\n\n<li>a\n</ul>\n", "<ul>\n  <li>a \n</ul>", "equivalent"),
        ("a.html", "<b>a</b> <b>b</b>", "<b>a</b><b>b</b>", "differing"),
        ("a.html", '<a b="1" c="2">', '<a b="2" c="1">', "differing"),
        ("a.md", "# A\n\ntext\n", "# A\ntext\n\n\n", "equivalent"),
        ("a.md", "- a\n  - b\n", "- a\n- b\n", "differing"),
    ],
)
def test_files_are_compared_by_what_they_mean(tmp_path: Path, path: str, ours: str, theirs: str, kind: str) -> None:
    for name, text in (("ours", ours), ("theirs", theirs)):
        (tmp_path / name).mkdir()
        (tmp_path / name / path).write_bytes(text.encode())

    found = differences(tmp_path / "ours", tmp_path / "theirs")

    assert [name for name in ("identical", "equivalent", "differing") if getattr(found, name)] == [kind]


def test_targets_are_counted_by_where_their_results_come_from() -> None:
    output = """\
✓ tests/site/feeds_test.py and 10 other files succeeded in 3.01s.
✕ tests/golden:ee failed in 1.20s.
✓ tests/data/parsing_test.py succeeded in 0.93s (cached locally).
✓ tests/model/decoding_test.py:tests succeeded in 0.71s (cached remotely).
✓ tests/view/text_test.py succeeded in 0.55s (memoized).
"""

    assert targets_of(output) == Targets(
        ran=("tests/site/feeds_test.py", "tests/golden:ee"), failed=("tests/golden:ee",), cached=2, memoized=1
    )


def test_command_of_the_benchmarks_can_be_imported() -> None:
    assert importlib.import_module("benchmarks.__main__").main


@pytest.mark.proof
def test_plain_script_does_nearly_the_same_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The others are programs, which may not be here.
    monkeypatch.setattr(side_by_side, "PEERS", [plain_site.lay_out])

    figures = side_by_side.measure_scale(SAMPLE, tmp_path, 1, runs=1)

    plain = figures.builds[-1]
    assert plain.comparison, plain.failure
    # It follows the site only when the benchmark is run again.
    assert plain.comparison.identical > 10 * plain.comparison.differing, plain.comparison.examples
    assert [*tables.builds(figures)]


@pytest.mark.proof
def test_answers_for_agents_and_reloads_are_measured(tmp_path_factory: pytest.TempPathFactory) -> None:
    work = tmp_path_factory.mktemp("work")
    agents = measure_agents(build_sample(tmp_path_factory), work, 1, ("aq", "bv", "gs", "hm"))
    data = write(work / "data", {**whole(), f"countries/{EDITED}.json": country(EDITED, "Estonia")})
    reload = measure_reload(data, work / "reload", 1)

    assert all([*tables.starts(agents), *tables.server(agents), *tables.client(agents), *tables.watching(reload)])
    # What is kept on disk is not sent again.
    assert [figures.sizes[1] for figures in agents.client.values()] == [0] * len(agents.client)
