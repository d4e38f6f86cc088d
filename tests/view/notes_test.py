"""A text has a note after each statement, and the list of sources has each source once, with the places that cite it."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from locdata_build.data.sources import CitedSource
from locdata_build.derive.provenance import Citation
from locdata_build.view.blocks import SourceList
from locdata_build.view.context import SiteContext
from locdata_build.view.notes import (
    NotedSource,
    PageNotes,
    cited_text,
    claim_note,
    first_source,
    letter,
    source_entry,
    text_start,
)
from locdata_build.view.text import Badge, Note, Rich, Words, rich
from locdata_model.vocabulary import ClaimKind, Verification
from support.context import load_context
from support.dataset import COUNTRY, changed
from support.pages import (
    empty_country,
    load_page,
    load_pages,
    markdown,
    parts_of,
    row_of,
    rows_of,
    section_of,
    tables_of,
)
from support.records import absent_report, marked, obligation, phase, source_id, source_record

LAW, NEWS = "https://law.example/vat", "https://news.example/vat"
LONG = "Whoever supplies goods or services here registers before the first supply, without any threshold"
RATES = f"Standard rate 20%[^{LAW}: Art. 1]; food 5%[^{LAW}: Art. 2][^{NEWS}]. Exports are free[^{LAW}: Art. 1]."


def vat(
    folder: Path, value: str = RATES, *, today: str = "2026-11-21", law: Mapping[str, str | None] = {}
) -> SiteContext:
    """The context of a build on a day, where the fact on VAT has this text. ``law`` are fields of the record of the law."""
    files = changed(COUNTRY, "$.facts.vat.value", value)
    files["site.json"]["generated_at"] = f"{today}T00:00:00Z"
    if law:
        copy = {name: law[name] for name in ("read_at",) if name in law}
        files[COUNTRY]["sources"] = {source_id(LAW): {"url": LAW, **copy} | source_record(LAW) | {**law}}
    return load_context(folder, files)


def text(context: SiteContext, *, has_notes: bool = True) -> Rich:
    """The text of the fact on VAT."""
    return cited_text(context, context.claim(ClaimKind.FACT, "fr-vat"), "value", has_notes=has_notes)


def noted_law(context: SiteContext) -> NotedSource:
    """The law in a list of sources."""
    notes = PageNotes()
    notes.add(context.claim(ClaimKind.FACT, "fr-vat").provenance.citations[0])
    return notes.sources[0]


# Texts


@pytest.mark.parametrize(
    ("has_notes", "line"),
    [
        (True, "Standard rate 20%;[^1] food 5%.[^1b][^2] Exports are free.[^1]"),
        (False, "Standard rate 20%; food 5%. Exports are free."),
    ],
)
def test_each_statement_has_a_note_if_the_page_has_a_list_of_sources(
    tmp_path: Path, line: str, *, has_notes: bool
) -> None:
    assert markdown(text(vat(tmp_path), has_notes=has_notes)) == line


def test_what_is_not_known_names_the_sources_as_consulted(tmp_path: Path) -> None:
    assert markdown(text(vat(tmp_path, marked("Not known.", NEWS)))) == "Not known. Consulted:[^1]"


def test_words_of_a_statement_may_be_made_otherwise(tmp_path: Path) -> None:
    context = vat(tmp_path, marked("Not known.", NEWS))
    line = cited_text(context, context.claim(ClaimKind.FACT, "fr-vat"), "value", words=lambda _: rich("None"))

    assert markdown(line) == "None Consulted:[^1]"


def test_text_whose_check_is_overdue_ends_with_the_age_of_the_check(tmp_path: Path) -> None:
    line = markdown(text(vat(tmp_path, today="2027-11-20")))

    assert line.endswith("[^1] (checked 20 November 2026, **check overdue: 365 days old**)")


def test_overdue_check_of_several_texts_is_stated_once(tmp_path: Path) -> None:
    context = vat(tmp_path, today="2027-11-20")
    obligation = context.country("fr").obligations[0]
    mandate = context.country("fr").mandate
    assert mandate is not None
    texts = [cited_text(context, mandate, field) for field in ("mandate", "scope", "deadlines", "format")]
    texts += [
        cited_text(context, claim, field) for claim, field in ((obligation, "summary"), (obligation.parts[0], "what"))
    ]

    assert [any(isinstance(part, Badge) for part in line) for line in texts] == [True, *[False] * 3, True, False]


@pytest.mark.parametrize(
    ("value", "start"),
    [
        pytest.param(f"Rate 20%; food 5%[^{LAW}]. {LONG}[^{NEWS}].", "Rate 20%; food 5%.[^1]", id="first sentence"),
        pytest.param(f"Rate 20%. {LONG}[^{LAW}][^{NEWS}].", "Rate 20%.[^1][^2]", id="markers of several sentences"),
        pytest.param(f"Rate 20%[^{LAW}]. Food 5%[^{NEWS}].", "Rate 20%.[^1] Food 5%.[^2]", id="short"),
        pytest.param(f"Not known. Rate 20%. {LONG}[^{LAW}].", "Not known. Rate 20%.[^1]", id="not known"),
    ],
)
def test_text_that_another_page_has_whole_begins_with_one_sentence(tmp_path: Path, value: str, start: str) -> None:
    context = vat(tmp_path, value)

    assert markdown(text_start(context, context.claim(ClaimKind.FACT, "fr-vat"), "value")) == start


# Single sources


def test_claim_whose_texts_are_not_shown_has_a_note_on_its_first_source(tmp_path: Path) -> None:
    (note,) = claim_note(vat(tmp_path).claim(ClaimKind.FACT, "fr-vat"))

    assert isinstance(note, Note)
    assert [citation.id for citation in note.citations] == [source_id(LAW)]


@pytest.mark.parametrize(
    ("value", "line"),
    [
        (marked("Text.", LAW, NEWS), f"([law.example]({LAW}), official)"),
        (marked("Text.", NEWS, LAW), f"([news.example]({NEWS}), secondary)"),
        (marked("Not known.", LAW), f"([law.example]({LAW}), unverified)"),
    ],
)
def test_list_of_all_countries_links_the_first_source_by_its_publisher_with_its_grade(
    tmp_path: Path, value: str, line: str
) -> None:
    assert markdown(first_source(vat(tmp_path, value).claim(ClaimKind.FACT, "fr-vat"))) == line


@pytest.mark.parametrize(("what", "noted"), [("Text", "tax-example-law"), (marked("Text", NEWS), "news-example-vat")])
def test_phase_has_its_own_notes_or_one_on_the_source_of_its_obligation(tmp_path: Path, what: str, noted: str) -> None:
    files = changed(COUNTRY, "$.obligations", empty_country()["obligations"])
    files[COUNTRY]["obligations"]["saft"] = obligation("in_force", phase("2020-01-01", what=what))
    phases = section_of(load_page(tmp_path, "/france/", files), "phases")

    assert [[citation.id for citation in note.citations] for note in parts_of(phases, Note)] == [[noted]]


# The list of sources


def cite(
    notes: PageNotes, name: str, locator: str | None = None, *, verification: Verification = Verification.OFFICIAL
) -> tuple[int, str]:
    """Cite a source, and return its number and the label of a footnote."""
    source = msgspec.convert(source_record(f"https://tax.example/{name}"), CitedSource)
    added, _ = notes.add(Citation(id=name, source=source, locator=locator, verification=verification))
    return added.source, added.label


def test_sources_are_numbered_in_the_order_of_their_first_notes() -> None:
    notes = PageNotes()

    assert [cite(notes, name) for name in "abaca"] == [(1, "1"), (2, "2"), (1, "1"), (3, "3"), (1, "1")]
    assert [(source.number, source.citation.id) for source in notes.sources] == [(1, "a"), (2, "b"), (3, "c")]


def test_each_locator_of_a_source_has_its_own_label() -> None:
    notes = PageNotes()
    labels = [cite(notes, "law", locator)[1] for locator in ("Art. 1", None, "Art. 1", "Art. 2", None)]

    assert labels == ["1", "1b", "1", "1c", "1b"]


def test_source_leads_back_to_the_first_place_of_each_locator() -> None:
    notes = PageNotes()
    for locator in ("Art. 1", None, "Art. 2", None):
        cite(notes, "law", locator)
    (source,) = notes.sources

    assert [each.name for each in source.references] == ["↑1 Art. 1", "↑1b", "↑1c Art. 2"]


@pytest.mark.parametrize(
    ("index", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (52, "ba"), (701, "zz"), (702, "aaa")]
)
def test_letters_go_on_after_z(index: int, letters: str) -> None:
    assert letter(index) == letters


READ, COPY = "20 November 2026", "https://copy.example/vat"


@pytest.mark.parametrize(
    ("fields", "entry"),
    [
        ({}, f"[Vat]({LAW}), law.example (**official**, law, read in full {READ})"),
        (
            {"published": "2026-01-31"},
            f"[Vat]({LAW}), law.example (**official**, law, published 31 January 2026, read in full {READ})",
        ),
        (
            {"title": "Loi", "language": "fr"},
            f"[Loi]({LAW}) (fr), law.example (**official**, law, read in full {READ})",
        ),
        (
            {"title": None, "language": "fr"},
            f"[page “vat”]({LAW}), law.example (**official**, law, read in full {READ})",
        ),
        (
            {"read_at": COPY},
            f"[Vat]({LAW}), law.example (**secondary**, law, text of the law, [unofficial copy]({COPY}), read {READ})",
        ),
    ],
)
def test_entry_of_a_source_has_title_publisher_grade_kind_and_dates(
    tmp_path: Path, fields: dict[str, str | None], entry: str
) -> None:
    assert markdown(source_entry(noted_law(vat(tmp_path, law=fields)))) == entry


def test_publisher_is_a_separate_part_of_its_entry(tmp_path: Path) -> None:
    """So that a name in a script that runs from right to left leaves the words around it in their places."""
    assert Words("رشد") in source_entry(noted_law(vat(tmp_path, law={"publisher": "رشد"})))


def test_maker_is_official_for_its_own_product_alone() -> None:
    notes = PageNotes()
    cite(notes, "help", verification=Verification.SECONDARY)
    cite(notes, "help", verification=Verification.OFFICIAL)
    (source,) = notes.sources

    assert "(**official** for its own product, else **secondary**, authority," in markdown(source_entry(source))


# Pages


def test_list_of_sources_is_the_end_of_every_page_with_notes_and_on_no_other(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.absent_reports", {"one-stop-shop": absent_report()})
    pages = load_pages(tmp_path, files)
    with_notes = {path for path, page in pages.items() if parts_of(page, Note)}

    assert with_notes == {path for path, page in pages.items() if parts_of(page, SourceList)}
    assert with_notes == {
        "/france/",
        "/vat-rates/",
        "/product-releases/erp_id_01/",
        "/erp/erp_id_01/",
        "/erp/erp_id_02/",
    }
    for path in with_notes:
        *_, last = pages[path].sections

        assert (last.id, last.blocks[-1], last.sections) == ("sources", SourceList(), ())
        assert len(parts_of(pages[path], SourceList)) == 1


def test_thresholds_of_all_countries_lead_to_their_notes_on_the_page_of_the_country(tmp_path: Path) -> None:
    effect = f"Must register[^{LAW}: Art. 1][^{NEWS}]. Others may[^{LAW}: Art. 2]."
    pages = load_pages(tmp_path, changed(COUNTRY, "$.thresholds[0].effect", effect))
    own = row_of(pages["/france/"], "thresholds-registration")

    assert [len(note.citations) for note in parts_of(own, Note)] == [2, 1]
    (row,) = rows_of(*tables_of(pages["/thresholds/"]))
    assert markdown(row.cells[0]) == "[EUR 40,000](/france/#thresholds-registration)"
    assert parts_of(row, Note) == []
