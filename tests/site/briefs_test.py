"""The twin of every country begins with a short brief that agrees with the API."""

import datetime as dt
import re
from collections.abc import Mapping

import pytest

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.render.markdown import MAX_BRIEF_TOKENS
from locdata_build.view.words import STATUSES
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import markdown_path
from locdata_model.vocabulary import OBLIGATION_LABELS, ObligationKind, ObligationStatus
from support.site import Values
from support.site_pages import ParsedSite

LINE = re.compile(
    r"^- \*\*(?P<label>.+?)\*\*: \*\*(?P<verdict>.+?)\*\*; status: (?P<status>[a-z ]+)(; applies from: (?P<start>[\w ]+))?; "
    r"(source: |not answered by )(\[.*\]\(<?(?P<url>[^\s>]*?)>?\), (?P<verification>[a-z]+)|.*`obligations.json`.*)$",
    re.MULTILINE,
)
"""The line of an obligation."""


Briefs = Mapping[str, str]
"""The brief on each country, by its code."""

Lines = Mapping[tuple[str, str], re.Match[str]]
"""The line of each obligation, by the code of its country and its label."""


@pytest.fixture(scope="module")
def briefs(parsed: ParsedSite, country_pages: Mapping[str, str]) -> Briefs:
    """The brief on each country."""
    return {code: parsed.twins[markdown_path(path)].brief for code, path in country_pages.items()}


def test_only_twins_of_countries_begin_with_a_brief(parsed: ParsedSite, country_pages: Mapping[str, str]) -> None:
    with_brief = {twin.path for twin in parsed.twins.values() if twin.brief}

    assert with_brief == {*map(markdown_path, country_pages.values())}
    assert [path for path in with_brief if parsed.twins[path].text.split("\n\n")[3] != "## In brief"] == []


def test_no_brief_is_longer_than_its_limit(briefs: Briefs) -> None:
    sizes = {code: estimated_tokens(brief.encode()) for code, brief in briefs.items()}

    assert {code: size for code, size in sizes.items() if not 0 < size <= MAX_BRIEF_TOKENS} == {}


def test_every_brief_ends_within_the_first_3000_bytes_of_its_twin(parsed: ParsedSite, briefs: Briefs) -> None:
    heads = {content[:3_000] for path, content in parsed.contents.items() if path.endswith(".md")}

    assert [code for code, brief in briefs.items() if not any(brief.encode() in head for head in heads)] == []


@pytest.fixture(scope="module")
def lines(briefs: Briefs) -> Lines:
    """The line of each obligation, by the code of its country and its label."""
    return {(code, line["label"]): line for code, brief in briefs.items() for line in LINE.finditer(brief)}


def test_every_obligation_has_its_verdict_status_start_and_source(lines: Lines, responses: Values) -> None:
    obligations = responses["/api/v1/obligations.json"]["data"]
    phases = responses["/api/v1/phases.json"]["data"]

    assert len(lines) == len(obligations)
    for each in obligations:
        line = lines[each["country"], OBLIGATION_LABELS[ObligationKind(each["obligation"])]]
        of_same = [
            one for one in phases if (one["country"], one["obligation"]) == (each["country"], each["obligation"])
        ]
        carriers = {(one["source_urls"][0], one["verification"]) for one in (each, *of_same)}
        start = each["effective_date"] and day_in_words(dt.date.fromisoformat(each["effective_date"]))

        assert line["verdict"] == each["verdict"]
        assert line["status"] == STATUSES[ObligationStatus(each["status"])].label
        assert start is None or start == line["start"] or start in line["verdict"]
        assert (line["url"], line["verification"]) in {*carriers, (None, None)}
