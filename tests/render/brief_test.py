"""A brief has at most 600 tokens, whatever is recorded: what has no room is left out whole, in a fixed order."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.data.site import SiteFile
from locdata_build.render.markdown import LONG_URL, MAX_BRIEF_TOKENS, brief_blocks
from locdata_build.render.markdown_text import join_blocks
from locdata_build.view.page import Brief, BriefLine
from locdata_build.view.text import Link, Strong, rich
from locdata_model.serialization import estimated_tokens
from locdata_openapi.commonmark import heading
from render.texts import TEXTS
from support.dataset import whole

SITE = msgspec.convert(whole()["site.json"], SiteFile)
ALL_PHASES = Link("What starts when", "/france/#phases")


def line(label: str, url_length: int = 30, publisher: str = "Tax office") -> BriefLine:
    url = "https://tax.example/".ljust(url_length, "x")
    sources = (rich(Link(publisher, url)), rich(publisher), rich("a source"))
    return BriefLine(rich(Strong(label), ": yes; source: "), sources)


def brief_of(*, obligations: tuple[BriefLine, ...] = (), phases: tuple[BriefLine, ...] = ()) -> Brief:
    return Brief(
        obligations=obligations or (line("SAF-T"),),
        phases=phases,
        without_phases="No later phase is recorded.",
        all_phases=ALL_PHASES,
        files=rich("As JSON: ", Link("reports.json", "/reports.json")),
    )


def written(brief: Brief, site: SiteFile = SITE) -> str:
    return join_blocks([heading(2, brief.title), *brief_blocks(brief, site)]).decode()


def phase(number: int, length: int = 0) -> BriefLine:
    return BriefLine(rich(f"Phase {number}.".ljust(length, "x")))


# What has no room


def test_phases_without_room_are_counted_and_the_latest_are_left_out_first() -> None:
    blocks = written(brief_of(phases=tuple(phase(number, 500) for number in range(1, 9)))).split("\n\n")

    assert [each[:10] for each in blocks[3].split("\n")] == ["- Phase 1.", "- Phase 2.", "- Phase 3.", "- 5 more: "]
    assert blocks[3].endswith("- 5 more: [What starts when](https://data.example/france/#phases)")


@pytest.mark.parametrize(("count", "words"), [(1, "1 phase"), (3, "3 phases")])
def test_no_phase_is_cut(count: int, words: str) -> None:
    blocks = written(brief_of(phases=tuple(phase(number, 2_000) for number in range(count)))).split("\n\n")

    assert blocks[3] == f"- {words}: [What starts when](https://data.example/france/#phases)"


def test_a_long_url_is_left_out_before_any_phase() -> None:
    brief = brief_of(
        obligations=(line("SAF-T", 1_000), line("Audit file", LONG_URL)),
        phases=tuple(phase(number, 400) for number in range(3)),
    )
    text = written(brief)

    assert text.split("\n\n")[1].split("\n")[0] == "- **SAF-T**: yes; source: Tax office"
    assert text.count("https://tax.example/") == 1
    assert [number for number in range(3) if f"- Phase {number}." in text] == [0, 1, 2]


def test_a_long_url_stays_if_there_is_room() -> None:
    assert written(brief_of(obligations=(line("SAF-T", 1_000),))).count("https://tax.example/") == 1


def test_a_long_url_of_a_phase_is_left_out_and_its_phase_stays() -> None:
    assert "- **Phase**: yes; source: Tax office\n" in written(brief_of(phases=(line("Phase", 3_000),)))


def test_the_longest_of_the_other_urls_are_left_out_after_all_phases() -> None:
    obligations = tuple(line(f"Obligation {number}", 110 + number) for number in range(12))
    text = written(brief_of(obligations=obligations, phases=(phase(1),)))
    kept = [number for number in range(12) if f"{number}**: yes; source: [Tax office]" in text]

    assert "- 1 phase: [What starts when]" in text
    assert kept == [*range(len(kept))]
    assert 0 < len(kept) < 12


def test_the_longest_publishers_are_left_out_last() -> None:
    obligations = (line("SAF-T", publisher="x" * 900), line("Audit file", publisher="y" * 1_000))
    lines = written(brief_of(obligations=obligations)).split("\n\n")[1].split("\n")

    assert lines == [f"- **SAF-T**: yes; source: {'x' * 900}", "- **Audit file**: yes; source: a source"]


def test_brief_that_just_has_room_is_written_whole() -> None:
    empty = len(written(brief_of(phases=(phase(1),))).encode()) - len("Phase 1.")
    fitting, larger = (brief_of(phases=(phase(1, 3 * MAX_BRIEF_TOKENS - empty + more),)) for more in (0, 1))

    assert estimated_tokens(written(fitting).encode()) == MAX_BRIEF_TOKENS
    assert ("- Phase 1." in written(fitting), "- Phase 1." in written(larger)) == (True, False)


def test_no_url_of_the_site_is_cut_even_if_it_has_no_room() -> None:
    site = msgspec.structs.replace(SITE, base_url=f"https://data.example/{'x' * 2_000}")

    assert written(brief_of(), site).endswith(f"As JSON: [reports.json]({site.base_url}/reports.json)\n")


# Any data

LENGTHS = st.sampled_from([1, 20, 80, LONG_URL, 250, 2_000, 9_000])
PUBLISHERS = st.text("[]*_\\<|xé税\U0001f600", min_size=1, max_size=100) | TEXTS.map(lambda text: text[:100])
LINES = st.builds(line, st.just("Audit file on request"), LENGTHS, PUBLISHERS)
PHASES = st.lists(LENGTHS, max_size=20).map(lambda lengths: tuple(phase(*each) for each in enumerate(lengths)))


@given(st.lists(LINES, min_size=5, max_size=5).map(tuple), PHASES)
def test_no_brief_is_longer_than_its_limit_and_none_loses_an_obligation_or_the_count_of_phases(
    obligations: tuple[BriefLine, ...], phases: tuple[BriefLine, ...]
) -> None:
    text = written(brief_of(obligations=obligations, phases=phases))
    left_out = sum(map(int, re.findall(r"^- (\d+) (?:more|phases?): \[", text, re.MULTILINE)))

    assert estimated_tokens(text.encode()) <= MAX_BRIEF_TOKENS
    assert text.count("- **Audit file on request**: yes; source: ") == 5
    assert text.count("\n- Phase ") + left_out == len(phases)
