"""The brief on a country gives dates, states and sources of its obligations only where its verdicts do not."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.page import Brief
from support.dataset import COUNTRY, whole
from support.pages import load_country_page, markdown
from support.records import obligation, phase, provenance, source


def brief_on_b2b(folder: Path, value: dict[str, Any]) -> Brief:
    """Return the brief on a country with that obligation between businesses, and no other that is known."""
    others = dict.fromkeys(whole()[COUNTRY]["obligations"], obligation("unknown"))
    brief = load_country_page(folder, {"obligations": others | {"e_invoicing_b2b": value}}).brief
    assert brief is not None
    return brief


RECEIVE = phase("2020-01-01", binds=["receive"], who="all")


@pytest.mark.parametrize(
    ("value", "start"),
    [
        pytest.param(obligation("in_force", "2020-01-01"), "", id="in the verdict"),
        pytest.param(obligation("in_force", RECEIVE), "; applies from: 1 January 2020", id="not in the verdict"),
        pytest.param(obligation("in_force"), "; applies from: not known", id="not known"),
        pytest.param(obligation("enacted", "2027-01-01"), "", id="in the verdict, in the future"),
        pytest.param(obligation("voluntary", "2020-01-01"), "", id="never"),
        pytest.param(obligation("none"), "", id="none"),
    ],
)
def test_line_of_an_obligation_says_from_when_it_applies_unless_the_verdict_does(
    tmp_path: Path, value: dict[str, Any], start: str
) -> None:
    assert markdown(brief_on_b2b(tmp_path, value).obligations[0].content[4:-1]) == start


def test_phases_after_the_day_of_the_build_have_their_states(tmp_path: Path) -> None:
    later = phase("2027-01-01"), phase("2028-01-01", certainty="announced"), phase("2029-01-01", binds=[])
    brief = brief_on_b2b(tmp_path, obligation("in_force", phase("2020-01-01"), *later))

    assert [markdown(line.content) for line in brief.phases] == [
        "**1 January 2027**, B2B e-invoicing (**upcoming**): Phase of 2027-01-01.",
        "**1 January 2028**, B2B e-invoicing (**announced, no law**): Phase of 2028-01-01.",
        "**1 January 2029**, B2B e-invoicing (**not a mandate**): Phase of 2029-01-01.",
    ]


def test_phase_names_its_source_if_that_is_not_the_one_of_its_obligation(tmp_path: Path) -> None:
    value = obligation("in_force", phase("2020-01-01"), phase("2027-01-01", sources=["news-example-phase"]))
    value["provenance"] = provenance(source("law"), "https://news.example/phase")
    (line,) = brief_on_b2b(tmp_path, value).phases

    assert markdown(line.content).endswith("Phase of 2027-01-01. Source:")
    assert markdown(line.sources[0]) == "[news.example](https://news.example/phase), secondary"


def test_brief_says_that_no_later_phase_is_recorded(tmp_path: Path) -> None:
    brief = brief_on_b2b(tmp_path, obligation("in_force", "2020-01-01"))

    assert (brief.phases, brief.without_phases) == ((), "No later phase is recorded.")
