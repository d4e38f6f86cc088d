"""A checklist is drawn at random but always the same for a seed, and a summary counts what a reader should know of."""

import datetime as dt
import random
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from locdata_build.derive.audit import AuditedStatement, AuditSummary, audit_summary, draw_checklist
from locdata_build.derive.published import Published, derive
from locdata_model.reports import ReportKind
from locdata_model.tax_rules import TaxRuleKind
from locdata_model.vocabulary import ClaimKind, Evidence, SourceKind, Verification
from support.dataset import COUNTRY, ERP, Files, changed, load, whole
from support.records import (
    absent_report,
    country,
    fact,
    marked,
    obligation,
    phase,
    report,
    source,
    source_id,
    source_record,
    tax_rule,
)

DAY = dt.date(2026, 11, 21)
LAW, GUIDE = source("law"), source("guide")
VAT = "$.facts.vat.value"


@pytest.fixture
def published(tmp_path: Path) -> Published:
    """Everything that is published of the small dataset."""
    return derive(load(tmp_path, whole()))


def draw(published: Published, number: int, seed: int) -> list[str]:
    """The texts of the statements that are drawn."""
    return [each.text for each in draw_checklist(published.claims, number, seed=seed, day=DAY).statements]


def statements(folder: Path, files: Files, name: str) -> dict[str, AuditedStatement]:
    """Every statement of a claim, by its text."""
    claims = [each for each in derive(load(folder, files)).claims if each.name == name]
    return {each.text: each for each in draw_checklist(claims, 1000, seed=1, day=DAY).statements}


def summary(folder: Path, files: Files) -> AuditSummary:
    """The figures on a dataset."""
    return audit_summary(derive(load(folder, files)), {})


def test_seed_always_draws_the_same_statements_and_those_of_a_smaller_number_first(published: Published) -> None:
    shuffled = replace(published, claims=tuple(random.Random(1).sample(published.claims, len(published.claims))))  # noqa: S311

    assert draw(published, 5, 7) == draw(shuffled, 5, 7) == draw(published, 9, 7)[:5]
    assert draw(published, 5, 7) != draw(published, 5, 8)


def test_drawn_statements_are_these_on_every_machine_and_in_every_version_of_python(published: Published) -> None:
    assert draw(published, 3, 7) == ["Monthly VAT return.", "The obligation is in_force.", "A local version."]


def test_all_statements_of_claims_that_state_something_are_drawn_if_there_are_not_more(published: Published) -> None:
    known = {claim.name for claim in published.claims if claim.is_known}
    checklist = draw_checklist(published.claims, 1000, seed=1, day=DAY)

    assert {statement.claim for statement in checklist.statements} == known
    assert checklist.population == len(checklist.statements) > len(known)
    assert known.isdisjoint({"facts/fr-statutory-accounts", "obligations/fr-audit-file"})


def test_statement_is_a_sentence_or_a_part_of_one_with_its_own_sources_in_their_order(tmp_path: Path) -> None:
    text = marked("Exports are at 0%. The rate is 20%", GUIDE, f"{LAW}: Art. 2", f"{LAW}: Art. 9")
    found = statements(tmp_path, changed(COUNTRY, VAT, f"{text}; {marked('5% on food.', LAW)}"), "facts/fr-vat")

    assert {text: [(each.id, each.locator) for each in found[text].sources] for text in found} == {
        "Exports are at 0%.": [("tax-example-guide", None), ("tax-example-law", "Art. 2; Art. 9")],
        "The rate is 20%;": [("tax-example-guide", None), ("tax-example-law", "Art. 2"), ("tax-example-law", "Art. 9")],
        "5% on food.": [("tax-example-law", None)],
    }
    assert [statement.has_markers for statement in found.values()].count(False) == 1
    assert not found["Exports are at 0%."].has_markers


def test_statement_comes_with_the_text_around_it(tmp_path: Path) -> None:
    text = f"{marked('One', LAW)}, {marked('two.', GUIDE)} {marked('Three.', LAW)}"
    found = statements(tmp_path, changed(COUNTRY, VAT, text), "facts/fr-vat")

    assert {text: (each.before, each.after) for text, each in found.items()} == {
        "One,": ("", "two. Three."),
        "two.": ("One,", "Three."),
        "Three.": ("One, two.", ""),
    }


def test_phase_without_markers_has_the_sources_of_its_obligation(tmp_path: Path) -> None:
    phases = [phase("2020-01-01", what=marked("Of a guide.", GUIDE)), phase("2022-01-01", what="Of the law.")]
    found = statements(
        tmp_path,
        changed(COUNTRY, "$.obligations.e_invoicing_b2b", obligation("in_force", *phases)),
        "obligations/fr-e-invoicing-b2b",
    )

    assert {
        text: (each.path.removeprefix("$.obligations.e_invoicing_b2b"), [source.id for source in each.sources])
        for text, each in found.items()
    } == {
        "The obligation is in_force.": (".summary", ["tax-example-law"]),
        "Of a guide.": (".phases[0].what", ["tax-example-guide"]),
        "Of the law.": (".phases[1].what", ["tax-example-law"]),
    }
    assert not found["Of the law."].has_markers


def test_field_that_is_not_known_is_not_drawn(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.reporting", [report(deadline="Not known.", deadlines=[])])

    assert {*statements(tmp_path, files, "reporting/vat-reporting-fr-1")} == {"Monthly", "Online"}


def test_path_of_a_drawn_statement_leads_to_it_whatever_the_order_of_the_file(tmp_path: Path) -> None:
    files = whole()
    (connector,) = files["connectors.json"]["connectors"]
    files["connectors.json"]["connectors"] = [connector | {"provider": "Zeta"}, connector | {"provider": "Alpha"}]
    found = draw_checklist(derive(load(tmp_path, files)).claims, 1000, seed=1, day=DAY).statements

    assert {each.path: each.codes[0] for each in found if each.file == "connectors.json"} == {
        "$.connectors[0].notes": "provider: Zeta",
        "$.connectors[1].notes": "provider: Alpha",
    }
    assert {each.file for each in found} == {COUNTRY, ERP, "erps/erp_id_02.json", "connectors.json", "terms.json"}


def test_figures_count_statements_and_those_without_a_marker_by_topic_or_kind(tmp_path: Path) -> None:
    before = summary(tmp_path / "before", whole())
    files = changed(COUNTRY, VAT, marked("One. Two. Three.", LAW, GUIDE))
    files[COUNTRY]["obligations"]["saft"] = obligation("none", summary=marked("One. Two.", LAW, GUIDE))
    files[COUNTRY]["facts"]["currency"] = fact("One. Two.", LAW)
    after = summary(tmp_path / "after", files)

    assert after.whole.statements - before.whole.statements == 4
    assert before.whole.uncited_statements == {}
    assert after.whole.uncited_statements == after.countries["fr"].uncited_statements == {"obligations": 1, "vat": 2}


def test_figures_count_claims_by_grade_and_sources_by_kind(published: Published) -> None:
    figures = audit_summary(published, {}).whole

    assert figures.claims == 33
    assert figures.grades[Verification.OFFICIAL] == dict.fromkeys(Evidence, 0) | {Evidence.FETCHED: 26}
    assert figures.grades[Verification.UNVERIFIED][Evidence.UNVERIFIED] == 3
    assert (figures.sources, figures.sources_by_kind[SourceKind.AUTHORITY]) == (22, 12)
    assert sum(figures.sources_by_kind.values()) == figures.sources
    assert list(figures.sources_by_kind) == list(SourceKind)


def test_figures_of_a_country_leave_out_connectors_products_and_terms(published: Published) -> None:
    found = audit_summary(published, {})

    assert list(found.countries) == ["fr"]
    assert (found.whole.claims, found.countries["fr"].claims) == (33, 29)
    assert found.day == DAY


def test_figures_count_what_is_missing(tmp_path: Path) -> None:
    files, url = whole(), "https://tax.example/"
    files[COUNTRY]["facts"]["currency"] = fact("The currency is the euro.", url)
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"title": None}
    figures = summary(tmp_path, files).countries["fr"]

    assert (figures.sources_without_title, figures.unknown_toggles) == (1, 1)


def test_figures_count_facts_and_obligations_whose_first_source_is_official(tmp_path: Path) -> None:
    files, url = whole(), "https://guide.example/vat"
    before = summary(tmp_path / "before", whole()).countries["fr"]
    files[COUNTRY]["facts"]["vat"] = fact("20% standard rate.", url)
    files[COUNTRY]["sources"][source_id(url)] = source_record(url) | {"kind": "service"}
    after = summary(tmp_path / "after", files).countries["fr"]

    assert before.facts_and_obligations == after.facts_and_obligations == 12
    assert after.official_facts_and_obligations == before.official_facts_and_obligations - 1


def test_figures_count_unknown_obligations_and_what_reports_leave_open(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"] = {kind: obligation("none") for kind in files[COUNTRY]["obligations"]} | {
        "saft": obligation("unknown")
    }
    files[COUNTRY]["reporting"] = [
        report(number=1),
        report(number=2, report_local="A", frequency="Not known.", frequencies=[]),
        report(number=3, report_local="B", deadline="Not known.", deadlines=[]),
        report(number=4, report_local="C", deadline="Not known.", deadlines=[]),
    ]
    figures = summary(tmp_path, files).countries["fr"]

    assert figures.unknown_obligations == 1
    assert (figures.reports, figures.reports_without_frequency, figures.reports_without_deadline) == (4, 1, 2)


def test_figures_count_the_words_of_facts_and_summaries_without_markers(tmp_path: Path) -> None:
    before = summary(tmp_path / "before", changed(COUNTRY, VAT, marked("One.", LAW)))
    after = summary(tmp_path / "after", changed(COUNTRY, VAT, marked("One two, three.", LAW, GUIDE)))

    assert after.countries["fr"].words == before.countries["fr"].words + 2


def test_figures_count_statements_with_more_than_three_sources(tmp_path: Path) -> None:
    three = [LAW, GUIDE, source("fact")]
    files = changed(COUNTRY, VAT, marked("One", *three) + ". " + marked("Two", *three, source("return")) + ".")

    assert summary(tmp_path, files).countries["fr"].crowded_statements == 1


def test_figures_count_dated_records_and_the_countries_that_have_rules_of_a_kind(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria")}
    penalty = {"kind": "penalty", "shift": UNSET}
    files[COUNTRY]["tax_rules"] = [tax_rule(), tax_rule("penalty-a", **penalty), tax_rule("penalty-b", **penalty)]
    files["countries/at.json"]["tax_rules"] = [tax_rule("penalty", **penalty)]
    found = summary(tmp_path, files)

    assert found.whole.records[ClaimKind.TAX_RULE] == 4
    assert found.whole.countries_with_rules[TaxRuleKind.PENALTY] == 2
    assert found.countries["fr"].countries_with_rules[TaxRuleKind.ARCHIVING] == 0


def test_figures_count_claims_that_are_due_on_the_day_of_the_build(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria")}
    files["site.json"]["generated_at"] = "2027-01-01T00:00:00Z"
    found = summary(tmp_path, files)

    assert (found.whole.due, found.countries["fr"].due) == (4, 2)


def test_figures_count_the_exceptions_of_each_rule(published: Published) -> None:
    exceptions = {
        "z-rule": ["facts/fr-vat", "connectors/erp_id_01-provider", "facts/zz-vat"],
        "a-rule": ["facts/fr-vat", "sources/tax-example-fact", "sources/unknown"],
    }
    found = audit_summary(published, exceptions)

    assert list(found.whole.exceptions.items()) == [("a-rule", 2), ("z-rule", 2)]
    assert found.countries["fr"].exceptions == {"a-rule": 2, "z-rule": 1}


@pytest.mark.parametrize(
    ("status", "kind", "missing"),
    [
        pytest.param("none", "vat-return", set(), id="return of VAT"),
        pytest.param("none", "other", {ReportKind.VAT_RETURN}, id="no return of VAT"),
        pytest.param("in_force", "vat-return", {ReportKind.SAF_T}, id="SAF-T in force"),
        pytest.param("enacted", "saf-t", {ReportKind.VAT_RETURN}, id="SAF-T enacted"),
        pytest.param("planned", "vat-return", set(), id="SAF-T planned"),
    ],
)
def test_figures_name_the_countries_that_lack_a_report_of_a_kind(
    tmp_path: Path, status: str, kind: str, missing: set[ReportKind]
) -> None:
    files = whole() | {"countries/ch.json": country("ch", "Switzerland")}
    files[COUNTRY]["obligations"]["saft"] = obligation(status)
    files[COUNTRY]["reporting"] = [report(kind=kind)]
    files[COUNTRY]["absent_reports"] = {"one-stop-shop": absent_report()}
    found = summary(tmp_path, files)

    of_union = {ReportKind.RECAPITULATIVE_STATEMENT}
    assert {kind for kind, codes in found.whole.missing_reports.items() if codes == ("fr",)} == missing | of_union
    assert found.countries["fr"].missing_reports == found.whole.missing_reports
    assert found.countries["ch"].missing_reports == dict.fromkeys(ReportKind, ())


def test_checklist_has_the_codes_of_an_obligation_and_its_phases(tmp_path: Path) -> None:
    phases = [
        phase("2020-01-01", binds=["receive", "archive"], who="all"),
        phase("2022-01-01", binds=[]),
        phase("2030-01-01", certainty="announced"),
    ]
    files = whole()
    files[COUNTRY]["obligations"] |= {
        "e_invoicing_b2g": obligation("in_force", *phases, bound=["suppliers", "public-bodies"]),
        "real_time_reporting": obligation("in_force", mode="within-days", within_days=4),
        "saft": obligation("in_force", since="2019-01-01"),
    }

    assert codes(tmp_path, files, "obligations/fr-e-invoicing-b2g") == (
        "status: in_force",
        "since: 2020-01-01",
        "phases: date 2020-01-01, what Phase of 2020-01-01, binds receive, archive, who all, certainty enacted",
        "phases: date 2022-01-01, what Phase of 2022-01-01, binds nothing, certainty enacted",
        "phases: date 2030-01-01, what Phase of 2030-01-01, certainty announced",
        "bound: suppliers, public-bodies",
    )
    assert codes(tmp_path, files, "obligations/fr-real-time-reporting") == (
        *("status: in_force", "mode: within-days", "within_days: 4"),
    )
    assert codes(tmp_path, files, "obligations/fr-saft") == ("status: in_force", "since: 2019-01-01")


def test_checklist_has_the_codes_of_a_report(tmp_path: Path) -> None:
    files = whole()
    deadlines = [
        {"unit": "day-of-month", "months": 1, "number": 24, "frequency": "monthly", "filers": "online"},
        {"unit": "last-day", "months": 1},
    ]
    given = {"form": "3310", "aliases": ["CA3", "CA12"], "frequencies": [{"frequency": "monthly", "filers": "large"}]}
    words = {"deadline": "24th, or last day for others", "deadlines": deadlines, "notes": "Note."}
    files[COUNTRY]["reporting"] = [report(**given, **words)]
    files[COUNTRY]["absent_reports"] = {"one-stop-shop": absent_report("There is none.")}

    assert codes(tmp_path, files, "reporting/vat-reporting-fr-1") == (
        *("topic: vat-reporting", "number: 1", "kind: vat-return", "form: 3310", "aliases: CA3, CA12"),
        *("report_local: Déclaration", "report_en: VAT return"),
        "frequencies: frequency monthly, filers large",
        "deadlines: unit day-of-month, months 1, number 24, frequency monthly, filers online",
        "deadlines: unit last-day, months 1",
    )
    assert codes(tmp_path, files, "report-support/vat-reporting-fr-1-erp_id_01") == (
        "erp: erp_id_01",
        "support: native",
        "action: files",
    )
    assert codes(tmp_path, files, "absent-reports/fr-one-stop-shop") == ()


def codes(folder: Path, files: Files, name: str) -> tuple[str, ...]:
    """What the checklist says of a claim beside its texts."""
    return next(iter(statements(folder, files, name).values())).codes
