"""The command that helps a person to compare claims with their sources."""

from collections.abc import Iterable

from msgspec.structs import replace

from locdata_build.cli.arguments import AuditFormat, Request, Result
from locdata_build.cli.data import data_folder, read_dataset
from locdata_build.data.errors import Issue, IssueCode, SourceError, printable_json
from locdata_build.data.files import COUNTRIES, Dataset
from locdata_build.derive.audit import AuditSummary, Checklist, Exceptions, audit_summary, draw_checklist
from locdata_build.derive.published import Published, derive
from locdata_build.render.audit import checklist_as_markdown, summary_as_markdown
from locdata_model.serialization import encode_json


def audit(request: Request) -> Result:
    """Print a checklist of random claims, or the figures on all of them. Raises ``SourceError``.

    With the code of a country, the checklist has claims on it alone, and the figures are those of the whole and of it.
    """
    dataset = read_dataset(request)
    if request.country and request.country not in {country.code for country in dataset.countries}:
        file = f"{data_folder(request)}/{COUNTRIES.path.replace('*', request.country)}"
        raise SourceError([Issue(file, "$", IssueCode.MISSING_FILE, "must exist: --country names it")])
    published = derive(dataset)
    if request.summary:
        return Result(_summary(request, published, _granted_exceptions(dataset)))
    return Result(_checklist(request, published))


def _granted_exceptions(dataset: Dataset) -> Exceptions:
    """Return what is granted an exception, by the code of the rule. A rule may have several, each with its reason."""
    granted: dict[str, set[str]] = {}
    for exception in dataset.exceptions:
        granted.setdefault(exception.rule.value, set()).update(exception.claims)
    return granted


def _checklist(request: Request, published: Published) -> Iterable[str]:
    claims = (claim for claim in published.claims if request.country in {None, claim.country})
    checklist = draw_checklist(claims, request.sample, seed=request.seed, day=published.site.today)
    return _json(checklist) if request.format is AuditFormat.JSON else checklist_as_markdown(checklist)


def _summary(request: Request, published: Published, exceptions: Exceptions) -> Iterable[str]:
    summary = audit_summary(published, exceptions)
    if request.country:
        summary = replace(summary, countries={request.country: summary.countries[request.country]})
    return _json(summary) if request.format is AuditFormat.JSON else summary_as_markdown(summary)


def _json(audited: Checklist | AuditSummary) -> Iterable[str]:
    return map(printable_json, encode_json(audited).decode().removesuffix("\n").split("\n"))
