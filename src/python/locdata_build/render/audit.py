"""Audits as lines of Markdown: a checklist to tick, and a section of figures for the whole and for each country."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from locdata_build.derive.audit import AuditedSource, AuditedStatement, AuditSummary, Checklist, Figures
from locdata_build.render.markdown_text import escape
from locdata_openapi.commonmark import code_span, escape_start, heading

Word = TypeVar("Word", bound=str)

VERDICTS = ("the page says so", "wrong", "imprecise", "outdated", "cannot be read")
"""Possible outcomes of the audit of a statement."""


def checklist_as_markdown(checklist: Checklist) -> Iterator[str]:
    """Yield the lines of a checklist: each statement with its sources, boxes to tick, and lines for what was found."""
    yield heading(1, f"Audit of {len(checklist.statements)} statements")
    yield ""
    yield f"Drawn with the seed {checklist.seed} from {checklist.population} statements of claims that state something,"
    yield f"as of {checklist.day}. Compare what is bold. Files are in the folder of source files."
    for number, statement in enumerate(checklist.statements, 1):
        yield ""
        yield from _statement(number, statement)


def _statement(number: int, statement: AuditedStatement) -> Iterator[str]:
    marked = f"**{escape(statement.text)}**"
    yield heading(2, f"{number}. {escape(statement.claim)}")
    yield ""
    yield f"{code_span(statement.file)}: {code_span(statement.path)},"
    yield f"checked on {statement.checked}, {statement.evidence}, {statement.verification}"
    yield ""
    yield f"> {' '.join(filter(None, (escape_start(escape(statement.before)), marked, escape(statement.after))))}"
    yield ""
    yield from (f"- {escape(code)}" for code in statement.codes)
    yield from [""] if statement.codes else []
    if not statement.has_markers:
        yield from ("It has no marker of its own. The sources of the claim:", "")
    yield from (line for place, source in enumerate(statement.sources, 1) for line in _source(place, source))
    yield ""
    yield from (f"- [ ] {verdict}" for verdict in VERDICTS)
    yield from ("", "What was found:", "", "Better source:")


def _source(place: int, source: AuditedSource) -> Iterator[str]:
    indent = " " * len(f"{place}. ")
    title = "no title" if source.title is None else f"*{escape(source.title)}*"
    locator = f", {escape(source.locator)}" if source.locator else ""
    yield f"{place}. {escape_start(escape(source.publisher))}, {title}{locator}:"
    copy = f", read in the copy <{source.read_at}>" if source.read_at else ""
    yield f"{indent}<{source.url}>{copy}."
    published = f"published {source.published}" if source.published else "date of publication not known"
    yield f"{indent}{source.kind}, in {escape(source.language)}, {published},"
    yield f"{indent}read {source.read}, {source.evidence}, {source.verification}."


def summary_as_markdown(summary: AuditSummary) -> Iterator[str]:
    """Yield the lines of a summary. The details in parentheses leave out what there is none of."""
    yield heading(1, f"Audit as of {summary.day}")
    for title, figures in {"Whole": summary.whole, **summary.countries}.items():
        yield ""
        yield heading(2, title)
        yield ""
        yield from (f"- {line}" for line in _figures(figures))


def _figures(figures: Figures) -> Iterator[str]:
    grades = {
        # What is unverified has the same word for both.
        ", ".join(dict.fromkeys((verification.value, evidence.value))): count
        for verification, counts in figures.grades.items()
        for evidence, count in counts.items()
    }
    official = {"official": figures.official_facts_and_obligations}
    unknown = {
        "frequency not known": figures.reports_without_frequency,
        "deadline not known": figures.reports_without_deadline,
    }
    missing = {f"{kind} in {' '.join(codes)}": len(codes) for kind, codes in figures.missing_reports.items()}
    yield f"claims: {figures.claims}{_details(grades)}"
    yield f"statements: {figures.statements}{_details({'with more than three sources': figures.crowded_statements})}"
    uncited = figures.uncited_statements
    yield f"statements without a marker, of claims with several sources: {sum(uncited.values())}{_details(uncited)}"
    yield f"claims that are due: {figures.due}"
    yield f"exceptions: {sum(figures.exceptions.values())}{_details(figures.exceptions)}"
    yield f"sources: {figures.sources}{_details(figures.sources_by_kind)}"
    yield f"sources without a title: {figures.sources_without_title}"
    yield f"facts and obligations: {figures.facts_and_obligations}{_details(official)}"
    yield f"words of facts and summaries: {figures.words}"
    yield f"unknown obligations: {figures.unknown_obligations}"
    yield f"unknown toggles: {figures.unknown_toggles}"
    yield f"reports: {figures.reports}{_details(unknown)}"
    yield f"missing reports: {sum(missing.values())}{_details(missing)}"
    yield f"dated records: {sum(figures.records.values())}{_details(figures.records)}"
    yield f"countries with tax rules: {_found(figures.countries_with_rules) or 'none'}"


def _details(counts: Mapping[Word, int]) -> str:
    return f" ({found})" if (found := _found(counts)) else ""


def _found(counts: Mapping[Word, int]) -> str:
    return "; ".join(f"{name}: {count}" for name, count in counts.items() if count)
