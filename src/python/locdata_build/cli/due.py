"""The claims that are due for a check on the day of the build, as lines and as issues."""

from collections.abc import Iterator

from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.files import Dataset, path_of
from locdata_build.derive.due import DueClaim
from locdata_build.derive.published import derive


def due_lines(dataset: Dataset, folder: str) -> Iterator[str]:
    """Yield a line for each claim that is due, the oldest check first, and then their number."""
    published = derive(dataset)
    today, claims = dataset.site.today, published.claims
    due = published.due_claims
    for each in due:
        claim, reason = each.claim, _reason(each, dataset)
        yield f"{claim.name}: {folder}/{path_of(claim.file)}: {claim.json_path}: {reason}"
    yield f"claims: {len(claims)}, due on {today}: {len(due) or 'none'}"


def due_issues(dataset: Dataset, folder: str) -> Iterator[Issue]:
    """Yield an issue for each claim that is due."""
    for each in derive(dataset).due_claims:
        message = f"must be checked again: it was {_reason(each, dataset)}"
        yield Issue(f"{folder}/{path_of(each.claim.file)}", each.claim.json_path, IssueCode.DUE, message)


def _reason(due: DueClaim, dataset: Dataset) -> str:
    checked, days = due.claim.provenance.last_checked, due.claim.provenance.check_days
    reasons = [f"before {' and '.join(map(str, due.passed))} came"] if due.passed else []
    if due.is_old:
        reasons.append(f"{(dataset.site.today - checked).days} days ago, which is more than {days}")
    return f"last checked on {checked}, {', and '.join(reasons)}"
