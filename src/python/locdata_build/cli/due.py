"""The claims that are due for a check on the day of the build, as lines and as issues."""

from collections.abc import Iterator

from locdata_build.derive.claims import derive_claims
from locdata_build.derive.due import DueClaim, due_claims
from locdata_build.source.errors import Issue, IssueCode
from locdata_build.source.files import Dataset


def due_lines(dataset: Dataset, folder: str) -> Iterator[str]:
    """Yield a line for each claim that is due, the oldest check first, and then their number."""
    today, claims = dataset.site.today, [*derive_claims(dataset)]
    due = due_claims(claims, today)
    for each in due:
        claim, reason = each.claim, _reason(each, dataset)
        yield f"{claim.name}: {folder}/{claim.file}: {claim.located.path}: {reason}"
    yield f"claims: {len(claims)}, due on {today}: {len(due) or 'none'}"


def due_issues(dataset: Dataset, folder: str) -> Iterator[Issue]:
    """Yield an issue for each claim that is due."""
    for each in due_claims(derive_claims(dataset), dataset.site.today):
        message = f"must be checked again: it was {_reason(each, dataset)}"
        yield Issue(f"{folder}/{each.claim.file}", each.claim.located.path, IssueCode.DUE, message)


def _reason(due: DueClaim, dataset: Dataset) -> str:
    checked, days = due.claim.provenance.last_checked, due.claim.provenance.check_days
    reasons = [f"before {' and '.join(map(str, due.passed))} came"] if due.passed else []
    if due.is_old:
        reasons.append(f"{(dataset.site.today - checked).days} days ago, which is more than {days}")
    return f"last checked on {checked}, {', and '.join(reasons)}"
