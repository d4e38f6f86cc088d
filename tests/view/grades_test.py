"""A country says how well its answers stand, and from when its sources are."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from locdata_build.data.countries import SourceFact
from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Provenance
from locdata_build.view.provenance import counted_answers, known_as_of
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.pages import empty_country, markdown
from support.published import provenance_of_record
from support.records import cited, country, fact, obligation, provenance, source, source_id, source_record


def claim(**published: str | None) -> Provenance:
    """The provenance of a claim whose sources have these dates, by their names."""
    urls = {source(name): date for name, date in published.items()}
    file: dict[str, Any] = fact("Text.") | {"provenance": provenance(*urls)}
    file["sources"] = {source_id(url): source_record(url) | {"published": date} for url, date in urls.items()}
    resolved = cited(file)
    sources = msgspec.convert(resolved.pop("sources"), dict[str, CitedSource])
    return provenance_of_record(msgspec.convert(resolved, SourceFact), sources)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        pytest.param(
            [claim(law="2026-11-03"), claim(guide="2025-01-01")],
            "Known as of 3 November 2026 (newest dated source)",
            id="all dated",
        ),
        pytest.param(
            [claim(law="2026-11-03"), claim(law="2026-11-03", guide=None)],
            "Known as of 3 November 2026 (newest dated source; 1 of 2 sources without a date)",
            id="some dated, one of them cited twice",
        ),
        pytest.param([claim(law=None)], "No source is dated; the newest was read 20 November 2026", id="none dated"),
    ],
)
def test_what_is_known_is_as_new_as_the_newest_dated_source(claims: list[Provenance], words: str) -> None:
    assert markdown(known_as_of(claims)) == words


def test_answers_are_counted_by_the_grade_of_the_first_source_of_their_claim(tmp_path: Path) -> None:
    files = whole()
    press = {"provenance": provenance("https://news.example/item", source("law"))}
    files[COUNTRY]["obligations"]["saft"] = obligation("none") | press
    (only,) = load_context(tmp_path, files).countries

    assert counted_answers(only) == "4 official, 1 secondary, 1 unknown"


def test_answers_without_a_source_are_unknown(tmp_path: Path) -> None:
    files = whole() | {"countries/no.json": country("no", "Anorway") | empty_country()}
    first, _ = load_context(tmp_path, files).countries

    assert counted_answers(first) == "6 unknown"
