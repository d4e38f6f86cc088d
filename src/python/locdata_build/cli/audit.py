"""The command that prints statements to compare with their sources, or figures on all claims."""

import datetime as dt
from argparse import ArgumentParser
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from msgspec.structs import replace

from locdata_build.cli.arguments import add_build_time, add_data, build_time, country_code, number, word_of
from locdata_build.cli.check import data_folder, read_dataset
from locdata_build.cli.parser import Result
from locdata_build.data.errors import printable_json
from locdata_build.data.files import Dataset, require_country
from locdata_build.derive.audit import AuditSummary, Checklist, Exceptions, audit_summary, draw_checklist
from locdata_build.derive.published import derive
from locdata_build.render.audit import checklist_as_markdown, summary_as_markdown
from locdata_model.serialization import encode_json

DETAILS = (
    "A checklist contains statements, which are sentences or parts of one up to a marker: the claim, the text with the statement "
    "in bold, its sources or else those of the claim, the codes of the claim, and boxes to tick. The figures, of the whole and of "
    "each country, are claims by grade, statements, those without a marker by topic, sources by kind, words, dated records by kind, "
    "and the missing, due and excepted."
)
EXAMPLE = "audit --sample 20 --seed 7 --country fr"


class AuditFormat(StrEnum):
    """Format in which an audit is printed."""

    MARKDOWN = "markdown"
    JSON = "json"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the kind of audit, the claims and the format."""
    audits = parser.add_mutually_exclusive_group(required=True)
    text = "print a checklist of N random statements, or of all if there are fewer"
    audits.add_argument("--sample", type=number(1, 999_999), default=0, metavar="N", help=text)
    audits.add_argument("--summary", action="store_true", help="print figures on the claims of each country")
    text = "seed of the random sample: a seed always draws the same statements (default: %(default)s)"
    parser.add_argument("--seed", type=number(0, 2**32 - 1), default=0, metavar="S", help=text)
    text = "draw statements of this country only, or print only its figures and those of the whole"
    parser.add_argument("--country", type=country_code, metavar="CODE", help=text)
    parser.add_argument(
        "--format",
        dest="form",
        type=word_of(AuditFormat),
        default=AuditFormat.MARKDOWN,
        metavar="FORMAT",
        help=f"{' or '.join(AuditFormat)} (default: %(default)s)",
    )
    add_data(parser)
    add_build_time(parser)


def run(
    *,
    sample: int = 0,
    summary: bool = False,
    seed: int = 0,
    country: str | None = None,
    form: AuditFormat = AuditFormat.MARKDOWN,
    data: Path | None = None,
    generated_at: dt.datetime | None = None,
) -> Result:
    """Print a checklist of random statements, or figures on all claims. Raises ``SourceError``.

    With the code of a country, the checklist has only its statements, and the figures are those of the whole and of the country.
    """
    dataset = read_dataset(data, generated_at=build_time(generated_at))
    if country:
        known = {each.code for each in dataset.countries}
        require_country(country, known, folder=data_folder(data), argument="--country")
    published = derive(dataset)
    if summary:
        figures = audit_summary(published, _granted_exceptions(dataset))
        if country:
            figures = replace(figures, countries={country: figures.countries[country]})
        return Result(_json(figures) if form is AuditFormat.JSON else summary_as_markdown(figures))
    claims = (claim for claim in published.claims if country in {None, claim.country})
    checklist = draw_checklist(claims, sample, seed=seed, day=published.site.today)
    return Result(_json(checklist) if form is AuditFormat.JSON else checklist_as_markdown(checklist))


def _granted_exceptions(dataset: Dataset) -> Exceptions:
    """Return the claims with an exception by the code of the rule, which may have several exceptions."""
    granted: dict[str, set[str]] = {}
    for exception in dataset.exceptions:
        granted.setdefault(exception.rule.value, set()).update(exception.claims)
    return granted


def _json(audited: Checklist | AuditSummary) -> Iterable[str]:
    return map(printable_json, encode_json(audited).decode().removesuffix("\n").split("\n"))
