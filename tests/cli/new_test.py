"""The command new writes a file that is complete except for sources, or reports why it cannot."""

import errno
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.countries import CountryFile
from locdata_build.data.record import NOT_KNOWN
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, ObligationKind
from support.command_line import run_here
from support.dataset import COUNTRY, whole, write
from support.folders import tree
from support.records import DATED_LISTS, DAY, country
from support.records import NOT_KNOWN as WITH_SOURCE

AUSTRIA = ("new", "country", "at", "--name", "Austria", "--region", "Region 1")
FILE = "countries/at.json"


def new_country(data: Path) -> Any:  # noqa: ANN401  # JSON
    """Add Austria; return the value of its file."""
    assert run_here(*AUSTRIA, "--data", data).status == 0
    return json.loads((data / FILE).read_bytes())


def research(data: Path) -> Any:  # noqa: ANN401  # JSON
    """Add Austria, and cite for each claim a page without an answer; return the value of the file."""
    austria = new_country(data)
    for name, claims in (("value", austria["facts"]), ("summary", austria["obligations"])):
        for each in claims.values():
            each |= {name: WITH_SOURCE, "checked": DAY}
    write(data, {FILE: austria})
    return austria


def test_new_country_is_written_and_the_next_steps_are_printed(data: Path) -> None:
    outcome = run_here(*AUSTRIA, "--data", data)

    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        f"{data}/exceptions.json: written\n"
        f"{data}/{FILE}: written\n"
        "Next: move map_tile to a free tile near the neighbours, record what the sources state, cite for every other claim "
        "the page that was read without finding the answer, remove each report that is recorded or has a reason in "
        "absent_reports from exceptions.json, run check until every claim has a source, and run ./pants run tests/golden:update\n"
    )


def test_check_of_a_new_country_names_each_of_its_claims_and_nothing_else(data: Path) -> None:
    new_country(data)
    found = run_here("check", "--data", data).err.splitlines()

    assert found == [
        *(
            f"{data}/{FILE}: $.{kind}.{name}.{text}: must cite a source; if nothing is known, cite the page that was "
            "consulted [no-source]"
            for kind, text, names in (
                ("facts", "value", COUNTRY_TOPIC_LABELS),
                ("obligations", "summary", ObligationKind),
            )
            for name in names
        ),
        "12 issues",
    ]


def test_new_country_can_be_published_once_its_claims_name_sources(data: Path, tmp_path: Path) -> None:
    research(data)

    assert run_here("check", "--data", data) == (0, "countries: 2, ERP products: 2, issues: none\n", "")
    assert run_here("--data", data, "--out", tmp_path / "site").status == 0
    assert "<h1>Austria</h1>" in (tmp_path / "site/austria/index.html").read_text(encoding="utf-8")


def test_new_country_has_every_field_and_nothing_is_known(data: Path) -> None:
    austria = new_country(data)

    assert [*austria] == [
        name for name in CountryFile.__struct_encode_fields__ if name not in {"aliases", *DATED_LISTS}
    ]
    assert {name: austria[name] for name in ("$schema", "code", "name", "region", "e_invoicing")} == {
        "$schema": "../schema/country.schema.json",
        "code": "at",
        "name": "Austria",
        "region": "Region 1",
        "e_invoicing": None,
    }
    assert {topic: fact["value"] for topic, fact in austria["facts"].items()} == dict.fromkeys(
        COUNTRY_TOPIC_LABELS, NOT_KNOWN
    )
    assert {
        kind: (each["status"], each["since"], each["phases"]) for kind, each in austria["obligations"].items()
    } == dict.fromkeys(ObligationKind, ("unknown", None, []))
    assert (austria["obligations"]["e_invoicing_b2g"]["bound"], austria["reporting"]) == (None, [])
    # The release of the small set is from 21 November, and its records are from the day before.
    assert {fact["checked"] for fact in austria["facts"].values()} == {"2026-11-21"}


def test_reports_that_new_countries_must_have_are_missing_for_now(data: Path) -> None:
    research(data)
    assert run_here("new", "country", "jp", "--name", "Japan", "--region", "Region 1", "--data", data).status == 0

    (missing,) = whole()["exceptions.json"]["exceptions"]
    assert json.loads((data / "exceptions.json").read_bytes())["exceptions"] == [
        missing,
        {
            "rule": "missing-report",
            "reason": "Not researched yet.",
            "claims": [
                *(f"absent-reports/at-{kind}" for kind in ("one-stop-shop", "recapitulative-statement", "vat-return")),
                "absent-reports/jp-vat-return",
            ],
        },
    ]


@pytest.mark.parametrize("name", ["exceptions.json", "countries"])
def test_neither_file_is_written_if_one_cannot_be(data: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(data)

    stage = tempfile.mkstemp

    def fail(**where: Any) -> Any:  # noqa: ANN401  # as tempfile.mkstemp
        if where["dir"] == (data / name if name == "countries" else data):
            raise OSError(errno.EROFS, "Read-only file system")
        return stage(**where)

    monkeypatch.setattr(tempfile, "mkstemp", fail)

    assert run_here(*AUSTRIA, "--data", data).status == 1
    assert tree(data) == before


def test_new_country_has_the_free_tile_nearest_to_its_region(tmp_path: Path) -> None:
    data_files = whole()
    data_files["site.json"]["regions"] = ["Region 1", "Region 2"]
    data_files["countries/de.json"] = {
        **country("de", "Germany"),
        "region": "Region 2",
        "map_tile": {"column": 9, "row": 9},
    }
    data_files["countries/es.json"] = {**country("es", "Spain"), "map_tile": {"column": 1, "row": 1}}
    data_files[COUNTRY]["map_tile"] = {"column": 3, "row": 1}
    data = write(tmp_path / "data", data_files)

    assert new_country(data)["map_tile"] == {"column": 2, "row": 1}


@pytest.mark.parametrize(
    ("country", "message"),
    [
        pytest.param(("fr", "Gaul", "Region 1"), "fr.json: cannot be written: the country exists", id="existing code"),
        pytest.param(("qq", "Q", "Region 1"), "qq.json: $.code: must be an ISO 3166-1 alpha-2 code", id="no code"),
        pytest.param(("at", "Austria", "Atlantis"), "at.json: $.region: must be a region of site.json", id="region"),
        pytest.param(("at", "A" * 100_000, "Region 1"), "at.json: $.name: must ", id="long name"),
    ],
)
def test_invalid_country_is_refused(data: Path, country: tuple[str, str, str], message: str) -> None:
    code, name, region = country
    before = tree(data)

    outcome = run_here("new", "country", code, "--name", name, "--region", region, "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"{data}/countries/{message}")
    assert tree(data) == before


def test_country_is_refused_if_the_data_has_an_issue(data: Path) -> None:
    write(data, {"sponsors.json": b"{"})
    before = tree(data)

    outcome = run_here(*AUSTRIA, "--data", data)

    assert (outcome.status, outcome.out) == (1, "")
    assert "sponsors.json" in outcome.err
    assert tree(data) == before
