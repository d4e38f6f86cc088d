"""A country's page has the key facts, the formats and the records of each kind; pages of all countries have what applies or will."""

from pathlib import Path
from typing import Any

from msgspec import UNSET

from locdata_build.view.blocks import Questions
from locdata_build.view.page import Page
from support.dataset import COUNTRY, Files, whole
from support.pages import (
    empty_country,
    links_of,
    load_country_page,
    load_page,
    load_pages,
    markdown,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import NOT_KNOWN, format_record, platform, tax_rule, threshold, vat_rate
from support.reference_pages import RELEASE_PAGES

RATES = [
    vat_rate("former", since="2000-01-01", until="2013-12-31", rate="19"),
    vat_rate(until="2026-12-31"),
    vat_rate("raised", since="2027-01-01", rate="21"),
    vat_rate("food", category="reduced", rate="5.5"),
    vat_rate("food-again", category="super-reduced", rate="5.5"),
    vat_rate("zero", category="zero", rate="0"),
    vat_rate("islands", rate="8.5", territory="Islands", territory_codes=["FR-20R"], tax="GST"),
]
THRESHOLDS = [
    threshold(established="resident", who="suppliers of goods"),
    threshold("abroad", amount="0", basis=None, established="non-resident"),
]
FORMATS = [
    format_record("v1", version="1.0", until="2026-12-31", flows=["b2b", "b2g"]),
    format_record("v2", version="2.0", since="2027-01-01", syntaxes=["ubl", "cii"], flows=["b2b", "reporting"]),
    format_record("v0", version="0.9", until="2020-12-31"),
    format_record("unset", name="Ledger", syntaxes=[], flows=["saf-t"]),
]
CHANGES: dict[str, Any] = {"vat_rates": RATES, "thresholds": THRESHOLDS, "formats": FORMATS}


FILES: Files = whole() | {COUNTRY: whole()[COUNTRY] | CHANGES}
"""A country with records of every kind, some of them former or to come."""


def facts_in(page: Page, section: str) -> list[tuple[str, ...]]:
    """Return the label and the value of each row of the first table of a section."""
    return [tuple(map(markdown, row.cells[:2])) for row in rows_of(tables_of(section_of(page, section))[0])]


def test_key_facts_are_what_applies_today_and_what_changes_next(tmp_path: Path) -> None:
    assert facts_in(load_country_page(tmp_path, CHANGES), "records") == [
        ("Standard rate", "20%, 1 January 2014 to 31 December 2026"),
        ("Reduced rate", "5.5%, since 1 January 2014"),
        ("Reduced rate", "5.5%, since 1 January 2014"),
        ("Standard rate of a territory", "GST 8.5% (Islands), since 1 January 2014"),
        ("Registration", "EUR 40,000, calendar year, since 1 January 2025"),
        ("Registration", "any amount, since 1 January 2025"),
        ("VAT number", "Numéro de TVA"),
        ("Deadline on a day off", "next working day"),
        ("From 1 January 2027", "21%, standard"),
        ("From 1 January 2027", "UBL 2.0"),
    ]


def test_formats_are_shown_with_what_they_are_for(tmp_path: Path) -> None:
    page = load_country_page(tmp_path, CHANGES)

    assert facts_in(page, "e-invoicing-rules") == [
        ("Format, B2B", "UBL 1.0, 1 January 2020 to 31 December 2026"),
        ("Platform", "Portal, since 1 January 2020"),
        ("Peppol scheme", "9957 FR:VAT"),
    ]
    assert [*map(markdown, rows_of(tables_of(section_of(page, "saf-t"))[-1])[0].cells)][:2] == [
        "Format, SAF-T",
        "Ledger 2.1, since 1 January 2020",
    ]


def test_records_of_two_kinds_with_one_slug_are_both_shown(tmp_path: Path) -> None:
    records = {"formats": [format_record("portal", flows=["b2b"])], "platforms": [platform("portal")]}
    page = load_country_page(tmp_path, empty_country() | records)

    assert [label for label, _ in facts_in(page, "e-invoicing-rules")] == ["Format, B2B", "Platform"]


def test_at_most_four_records_have_the_label_of_a_fact(tmp_path: Path) -> None:
    amounts = [threshold(f"class-{number}", who=f"class {number}") for number in range(1, 7)]
    page = load_country_page(tmp_path, empty_country() | {"thresholds": amounts})
    facts, others = tables_of(section_of(page, "records"))

    assert [row.id for row in rows_of(facts)] == [f"thresholds-class-{number}" for number in range(1, 5)]
    assert [row.id for row in rows_of(others)] == ["thresholds-class-5", "thresholds-class-6"]
    assert others.fold == "Thresholds: 2 more"


def test_country_without_dated_records_says_so(tmp_path: Path) -> None:
    page = load_country_page(tmp_path, empty_country())
    section = section_of(page, "records")

    assert "No information yet." in texts_of(section)
    assert tables_of(section) == []
    assert [link.href for link in links_of(section)] == [
        "/vat-rates/#fr",
        "/thresholds/",
        "/formats/",
        "/tax-rules/",
        "/identifiers/",
        "/peppol-schemes/",
        "/platforms/",
        "/product-releases/",
    ]


def test_answer_on_formats_has_those_of_today_and_then_those_to_come(tmp_path: Path) -> None:
    (questions,) = load_country_page(tmp_path, CHANGES).blocks
    assert isinstance(questions, Questions)
    answer = next(each for each in questions.questions if each.question == "In what format?")

    assert markdown(answer.content).split(" · ") == [
        "**B2B e-invoicing:** UBL 1.0 (UBL); from 1 January 2027 UBL 2.0 (UBL or CII)",
        "**B2G e-invoicing:** UBL 1.0 (UBL)",
    ]
    assert markdown(answer.source) == "**official**: [Tax office](https://tax.example/formats)"


def test_format_that_is_not_known_is_no_answer(tmp_path: Path) -> None:
    unknown = format_record(name="Not known.", version=UNSET, syntaxes=None, use=NOT_KNOWN)
    questions, *_ = load_country_page(tmp_path, {"formats": [unknown]}).blocks
    assert isinstance(questions, Questions)
    answer = next(each for each in questions.questions if each.question == "In what format?")

    assert markdown(answer.content) == "No information yet."


def test_records_that_are_no_facts_are_folded_away_the_former_ones_last(tmp_path: Path) -> None:
    tables = tables_of(section_of(load_country_page(tmp_path, CHANGES), "records"))

    assert {table.fold: [row.id for row in rows_of(table)] for table in tables if table.fold} == {
        "VAT rates: 1 more, 1 former": ["vat-rates-zero", "vat-rates-former"],
        "Formats: 1 former": ["formats-v0"],
    }


def test_rates_of_all_countries_are_numbers(tmp_path: Path) -> None:
    (found,) = rows_of(*tables_of(load_page(tmp_path, "/vat-rates/", FILES))[:1])
    name, *numbers, every = map(markdown, found.cells)

    assert name == "[France](/france/#records)"
    assert numbers == ["20%[^1]", "5.5%", "0%", "1 rate: GST 8.5% (Islands)"]
    assert every.startswith("7 records: ")


def test_formats_of_all_countries_are_those_of_today_and_to_come(tmp_path: Path) -> None:
    rows = rows_of(*tables_of(load_page(tmp_path, "/formats/", FILES)))

    assert [link.href for row in rows for link in links_of(row.cells[0])] == [
        f"/france/#formats-{slug}" for slug in ("v1", "v2", "unset")
    ]


RULES = [
    tax_rule(),
    tax_rule("invoices", kind="archiving", shift=UNSET, years=8, counted_from="issue"),
    tax_rule("land", kind="archiving", shift=UNSET, who="land", years=20),
    tax_rule("records", kind="archiving", shift=UNSET, who="records", years=10),
    tax_rule("place", kind="archiving", shift=UNSET, who="place"),
    tax_rule("issuing", kind="issuing", shift=UNSET, days=15, counted_from="month-end"),
    tax_rule("former-issuing", kind="issuing", shift=UNSET, days=5, until="2020-12-31"),
    tax_rule("b2b", kind="non-established", shift=UNSET, in_scope=False),
    tax_rule("b2g", kind="non-established", shift=UNSET, who="B2G", in_scope=True),
    tax_rule("b2c", kind="b2c", shift=UNSET, in_scope=False),
]


def test_tax_rules_of_all_countries_are_in_short_and_lead_to_those_of_their_kind(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: whole()[COUNTRY] | {"tax_rules": RULES}}
    (found,) = rows_of(*tables_of(load_page(tmp_path, "/tax-rules/", files)))

    assert [*map(markdown, found.cells)] == [
        "[France](/france/#records)",
        "[next working day](/tax-rules/deadline-shift/#fr)",
        "[8, 10 or 20 years](/tax-rules/archiving/#fr)",
        "No information yet.",
        "[not in scope](/tax-rules/b2c/#fr)",
        "[2 rules](/tax-rules/non-established/#fr)",
        "[15 days from the end of the month of the supply](/tax-rules/issuing/#fr)",
    ]


def test_page_of_a_kind_of_tax_rules_has_those_of_today_and_to_come(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: whole()[COUNTRY] | {"tax_rules": RULES}}
    page = load_page(tmp_path, "/tax-rules/issuing/", files)

    assert [link.href for row in rows_of(*tables_of(page)) for link in links_of(row.cells[0])] == [
        "/france/#tax-rules-issuing"
    ]


def test_releases_of_all_countries_lead_to_those_of_the_product(tmp_path: Path) -> None:
    pages = load_pages(tmp_path)
    (found,) = rows_of(*tables_of(pages["/product-releases/"]))
    of_product = {path: [row.id for row in rows_of(*tables_of(pages[path]))] for path in RELEASE_PAGES}

    assert markdown(found.cells[1]) == "[Product 1](/product-releases/erp_id_01/#fr) (1)"
    assert of_product == {RELEASE_PAGES[0]: ["fr-erp-id-01-e-invoicing"], RELEASE_PAGES[1]: []}
