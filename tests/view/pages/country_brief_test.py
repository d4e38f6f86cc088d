"""The brief on a country says of each obligation what the API says, and names the phases to come and the small files."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.obligations import PHASE_STATES
from locdata_build.view.page import Brief, BriefLine
from locdata_build.view.text import Badge, Code, Link, Strong, Tone, Words, rich
from locdata_build.view.words import OBLIGATIONS, tokens_in_words
from locdata_model.serialization import encode_json, estimated_tokens
from locdata_model.vocabulary import ObligationKind, PhaseState
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.pages import empty_country, load_country_page
from support.records import WITHOUT_ANSWER, obligation, phase, provenance, source

UPCOMING, ANNOUNCED, VOLUNTARY = PhaseState.UPCOMING, PhaseState.ANNOUNCED, PhaseState.VOLUNTARY
URL_IN_FILE = Code("obligations.json")
OFFICIAL_LAW = (
    rich(Link("Tax office", source("law")), ", official"),
    rich("Tax office", ", official, URL in ", URL_IN_FILE),
    rich("one in ", URL_IN_FILE, ", official"),
)
"""The source of obligations that are known, in its forms."""


def brief_on(folder: Path, changes: dict[str, Any] | None = None) -> Brief:
    """The brief on the country, with ``changes`` to its file."""
    brief = load_country_page(folder, changes).brief

    assert brief is not None
    return brief


def with_b2b(folder: Path, value: dict[str, Any]) -> Brief:
    """The brief on the country with that obligation between businesses, and no other that is known."""
    others = dict.fromkeys(whole()[COUNTRY]["obligations"], obligation("unknown"))
    return brief_on(folder, {"obligations": others | {"e_invoicing_b2b": value}})


def test_every_obligation_has_a_line_in_the_order_of_the_vocabulary(tmp_path: Path) -> None:
    labels = [line.content[0] for line in brief_on(tmp_path).obligations]

    assert labels == [Strong(OBLIGATIONS[kind].label) for kind in ObligationKind]


def test_line_of_an_obligation_has_verdict_status_and_source(tmp_path: Path) -> None:
    verdict = Badge("Yes, since 1 January 2020", Tone.YES)

    assert with_b2b(tmp_path, obligation("in_force", "2020-01-01")).obligations[0] == BriefLine(
        rich(Strong("B2B e-invoicing"), ": ", verdict, "; status: in force", "; source: "), OFFICIAL_LAW
    )


@pytest.mark.parametrize(
    ("value", "start"),
    [
        pytest.param(obligation("in_force", "2020-01-01"), (), id="in the verdict"),
        pytest.param(
            obligation("in_force", phase("2020-01-01", binds=["receive"], who="all")),
            rich("; applies from: ", dt.date(2020, 1, 1)),
            id="not in the verdict",
        ),
        pytest.param(obligation("in_force"), rich("; applies from: ", "not known"), id="not known"),
        pytest.param(obligation("enacted", "2027-01-01"), (), id="in the verdict, in the future"),
        pytest.param(obligation("voluntary", "2020-01-01"), (), id="never"),
        pytest.param(obligation("none"), (), id="none"),
    ],
)
def test_line_of_an_obligation_says_from_when_it_applies_unless_the_verdict_does(
    tmp_path: Path, value: dict[str, Any], start: tuple[object, ...]
) -> None:
    assert with_b2b(tmp_path, value).obligations[0].content[4:-1] == start


def test_what_is_unknown_names_the_page_that_was_read_without_an_answer(tmp_path: Path) -> None:
    line = brief_on(tmp_path, empty_country()).obligations[0]
    verdict = Badge("Unknown", Tone.UNKNOWN)

    assert line.content == rich(Strong("B2B e-invoicing"), ": ", verdict, "; status: unknown", "; not answered by ")
    assert line.sources[0] == rich(Link("Tax office", WITHOUT_ANSWER), ", unverified")
    assert line.sources[-1] == rich("one in ", URL_IN_FILE, ", unverified")


def test_phases_after_the_day_of_the_build_have_their_states(tmp_path: Path) -> None:
    law, announced, voluntary = (PHASE_STATES[state] for state in (UPCOMING, ANNOUNCED, VOLUNTARY))
    later = (
        phase("2027-01-01"),
        phase("2028-01-01", certainty="announced"),
        phase("2029-01-01", binds=[]),
    )

    assert with_b2b(tmp_path, obligation("in_force", phase("2020-01-01"), *later)).phases == (
        BriefLine(rich(Strong("1 January 2027"), ", B2B e-invoicing (", law, "): ", "Phase of 2027-01-01.")),
        BriefLine(rich(Strong("1 January 2028"), ", B2B e-invoicing (", announced, "): ", "Phase of 2028-01-01.")),
        BriefLine(rich(Strong("1 January 2029"), ", B2B e-invoicing (", voluntary, "): ", "Phase of 2029-01-01.")),
    )


def test_phase_names_its_source_if_that_is_not_the_one_of_its_obligation(tmp_path: Path) -> None:
    # The second source of the obligation states the phase.
    value = obligation("in_force", phase("2020-01-01"), phase("2027-01-01", sources=["news-example-phase"]))
    value["provenance"] = provenance(source("law"), "https://news.example/phase")
    (line,) = with_b2b(tmp_path, value).phases

    assert line.content[-1] == Words(" Source: ")
    assert line.sources[0] == rich(Link("news.example", "https://news.example/phase"), ", secondary")


def test_phases_that_are_not_recorded_are_said_to_be_missing(tmp_path: Path) -> None:
    nothing = brief_on(tmp_path / "nothing", empty_country())
    past = with_b2b(tmp_path / "past", obligation("in_force", "2020-01-01"))

    assert (nothing.phases, nothing.without_phases) == ((), "No dated phase is recorded.")
    assert (past.phases, past.without_phases) == ((), "No later phase is recorded.")


def test_brief_names_where_all_phases_are(tmp_path: Path) -> None:
    assert brief_on(tmp_path).all_phases == Link("What starts when", "/france/#phases")


def test_brief_links_the_small_files_with_their_sizes(tmp_path: Path) -> None:
    context = load_context(tmp_path)
    paths = [f"/api/v1/countries/fr/{name}.json" for name in ("obligations", "reports")]
    sizes = [tokens_in_words(estimated_tokens(encode_json(context.responses[path]))) for path in paths]

    assert brief_on(tmp_path).files == rich(
        *("As JSON: ", Link("obligations.json", paths[0]), f" ({sizes[0]})"),
        *(", ", Link("reports.json", paths[1]), f" ({sizes[1]})", "."),
    )
