"""The command verify builds a site again, compares every byte, and names the first difference."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.running import Outcome, run_here, tree
from locdata_model.endpoints import CHECKSUMS_PATH
from support.dataset import COUNTRY, whole, write

INPUTS = "version 1.2.3 for https://data.example, 2026-11-21T00:00:00Z"
LATER = "2027-01-01T00:00:00Z"
SUMS = CHECKSUMS_PATH.removeprefix("/")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the small data, its site and the archive of it."""
    folder = tmp_path_factory.mktemp("built")
    data = write(folder / "data", whole())
    assert run_here("--data", data, "--out", folder / "site", "--archive", folder / "site.tar").status == 0
    return folder


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """A copy of the site, to be spoilt."""
    return Path(shutil.copytree(built / "site", tmp_path / "site"))


def verify(built: Path, *arguments: str | Path) -> Outcome:
    return run_here("verify", "--data", built / "data", *arguments)


@pytest.mark.parametrize(("name", "own"), [("site", 1), ("site.tar", 1), (f"site/{SUMS}", 0)])
def test_a_site_an_archive_and_its_checksums_are_verified(built: Path, name: str, own: int) -> None:
    place = built / name
    count = len((built / "site" / SUMS).read_text().splitlines()) + own

    assert verify(built, place) == (
        0,
        f"{place}: compared with a build of {INPUTS}\n{place}: all {count} files are the same, byte for byte\n",
        "",
    )


def test_a_changed_byte_is_named_with_its_place(built: Path, site: Path) -> None:
    file = site / "api/v1/countries.json"
    file.write_bytes(
        file.read_bytes().replace(b'"e_invoicing_b2b_in_force": true', b'"e_invoicing_b2b_in_force": null')
    )

    outcome = verify(built, site)

    assert outcome.status == 1
    assert outcome.out.splitlines()[2:] == [
        "differs: /api/v1/countries.json",
        "first difference: /api/v1/countries.json: $.data[0].toggles.e_invoicing_b2b_in_force: must be true, but is null",
    ]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        pytest.param(lambda site: (site / "llms.txt").unlink(), ["missing: /llms.txt"], id="missing file"),
        pytest.param(lambda site: (site / "x").touch(), ["not of the site: /x"], id="strange file"),
        pytest.param(lambda site: (site / "x").symlink_to("/"), ["not of the site: /x"], id="link"),
        pytest.param(lambda site: os.mkfifo(site / "x\x1b"), ["not of the site: '/x\\x1b'"], id="pipe"),
        pytest.param(lambda site: (site / "x/y").mkdir(parents=True), ["not of the site: /x/y/"], id="empty folder"),
        pytest.param(
            lambda site: (
                (site / "api/v1/index.json").rename(site.parent / "index.json")
                and (site / "api/v1/index.json").symlink_to(site.parent / "index.json")
            ),
            ["not of the site: /api/v1/index.json (a link)"],
            id="link in place of a file",
        ),
        pytest.param(
            lambda site: (site / "datapackage.json").touch(),
            ["not of the site: /datapackage.json"],
            id="description as if it were a data package",
        ),
        pytest.param(
            lambda site: os.truncate(site / "data/locdata.sqlite", 4096),
            ["differs: /data/locdata.sqlite", "first difference: /data/locdata.sqlite: byte "],
            id="file that is cut off",
        ),
        pytest.param(
            lambda site: (site / SUMS).write_text("x"),
            [f"differs: /{SUMS}", f"first difference: /{SUMS}: line 1: "],
            id="checksums alone",
        ),
        pytest.param(
            lambda site: (site / "api/v1/index.json").write_text("{"),
            ["differs: /api/v1/index.json", "first difference: /api/v1/index.json: line 1: "],
            id="statement of the inputs that is broken",
        ),
    ],
)
def test_whatever_is_not_the_same_is_told(
    built: Path, site: Path, spoil: Callable[[Path], object], told: list[str]
) -> None:
    spoil(site)

    outcome = verify(built, site)

    assert (outcome.status, outcome.err) == (1, "")
    lines = outcome.out.splitlines()[2:]
    assert len(lines) == len(told)
    assert all(line.startswith(start) for line, start in zip(lines, told, strict=True))


def test_at_most_ten_paths_of_a_kind_are_named(built: Path, site: Path) -> None:
    shutil.rmtree(site / "api/schemas")

    missing = [line for line in verify(built, site).out.splitlines() if line.startswith("missing: ")]

    assert len(missing) == 11
    assert missing[-1].endswith(" more")


def test_other_data_gives_another_site(built: Path, tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["value"] = "Standard rate 21%."
    other = write(tmp_path / "data", files)

    assert run_here("verify", "--data", other, built / "site").status == 1
    assert run_here("verify", "--data", other, built / "site" / SUMS).status == 1


def test_compressed_copies_are_verified_where_a_site_has_them(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert run_here("--data", built / "data", "--out", site, "--precompress").status == 0
    copy = site / "index.html.gz"

    assert [verify(built, place).status for place in (site, site / SUMS)] == [0, 0]
    copy.write_bytes(copy.read_bytes()[:-1])
    assert verify(built, site).out.splitlines()[2] == "differs: /index.html.gz"
    copy.unlink()
    assert verify(built, site).out.splitlines()[2] == "missing: /index.html.gz"


def test_inputs_that_are_not_those_of_the_data_must_be_named(built: Path, tmp_path: Path) -> None:
    given = ["--generated-at", LATER, "--base-url", "https://mirror.example/locdata"]
    assert run_here("--data", built / "data", "--out", tmp_path / "site", *given).status == 0

    refused = verify(built, tmp_path / "site")

    assert (refused.status, refused.out) == (1, "")
    assert refused.err.splitlines()[0].endswith(
        f"if that is right, add --generated-at {LATER} --base-url 'https://mirror.example/locdata' [other-inputs]"
    )
    assert verify(built, tmp_path / "site", *given).status == 0


def test_a_spoilt_list_is_refused_as_one(built: Path, tmp_path: Path) -> None:
    sums = tmp_path / SUMS
    sums.write_bytes((built / "site" / SUMS).read_bytes().replace(b"\n", b"\r\n"))

    outcome = verify(built, sums)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{sums}: $: must hold a checksum and a path in each line")


def test_a_list_that_is_not_the_same_says_what_it_cannot_say(built: Path) -> None:
    outcome = verify(built, built / "site" / SUMS, "--base-url", "https://other.example")

    assert outcome.status == 1
    assert outcome.out.splitlines()[-1].startswith("the list does not say for which address and time it was made")


@pytest.mark.parametrize("name", ["nothing", "data/site.json"])
def test_what_is_no_site_is_refused_with_one_error(built: Path, name: str) -> None:
    outcome = verify(built, built / name)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{built / name}: $: must be ")
    assert outcome.err.endswith("1 fault\n")


def test_nothing_is_written(built: Path) -> None:
    before = tree(built)

    verify(built, built / "site")

    assert tree(built) == before
