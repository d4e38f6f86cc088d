"""Granted exceptions from rules on citations. Each suppresses an issue; an unneeded exception is an issue itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from locdata_build.data.claims import LocatedClaim, located_claims
from locdata_build.data.countries import CountryFile, SourcedFile
from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.record import SCHEMA_OF_FILE, SortedBy, SourceRecord, UniqueBy
from locdata_model.ids import absent_report_id, claim_name
from locdata_model.record import Record
from locdata_model.scalars import Text
from locdata_model.sources import ClaimName
from locdata_model.vocabulary import ClaimKind


class ExceptionRule(StrEnum):
    """A rule that allows exceptions. The word is the code of its issues."""

    LANDING_PAGE = IssueCode.LANDING_PAGE.value
    MISSING_REPORT = IssueCode.MISSING_REPORT.value
    NO_LOCATOR = IssueCode.NO_LOCATOR.value
    REFUSED_SOURCE = IssueCode.REFUSED_SOURCE.value
    UNCITED = IssueCode.UNCITED.value
    UNRECORDED_DATE = IssueCode.UNRECORDED_DATE.value
    UNRECORDED_RATE = IssueCode.UNRECORDED_RATE.value
    VENDOR_SOURCE = IssueCode.VENDOR_SOURCE.value
    WEAK_SOURCE = IssueCode.WEAK_SOURCE.value


def excepted_source(source_id: str) -> str:
    """Return the name of a source in exceptions, such as ``sources/aeat-modelo-303``."""
    return claim_name("sources", source_id)


class GrantedException(SourceRecord, frozen=True, kw_only=True):
    """Claims that need not keep a rule, for one reason."""

    rule: ExceptionRule
    reason: Annotated[Text, Meta(description="Why the claims need not keep the rule for now")]
    claims: Annotated[
        tuple[ClaimName, ...],
        SortedBy(),
        Meta(min_length=1, description="Names of claims, such as facts/fr-vat, or of sources: sources/<id>; sorted"),
    ]


class ExceptionsFile(SourceRecord, frozen=True, kw_only=True):
    """The claims that need not keep a rule on citations for now. An exception that is not needed is an error."""

    schema: Annotated[Literal["schema/exceptions.schema.json"], SCHEMA_OF_FILE] = field(name="$schema")
    exceptions: Annotated[
        tuple[GrantedException, ...],
        UniqueBy("rule", "reason"),
        SortedBy("rule", "reason"),
        Meta(description="Every exception, sorted by rule and reason; may be empty"),
    ]


CODES = frozenset(IssueCode(word.value) for word in ExceptionRule)
"""The codes of the rules that allow exceptions."""

_SOURCE_PATH = re.compile(r"[$][.]sources\W*([a-z0-9-]+)")
"""The JSON path of a source, with its id."""

_ABSENT_REPORT_PATH = re.compile(r"[$][.]absent_reports\W*([a-z-]+)")
"""The JSON path of an absent report, with its kind."""


def apply_exceptions(issues: Sequence[Issue], records: Mapping[str, Record], *, all_are_read: bool) -> list[Issue]:
    """Return the issues without a granted exception, and one issue for each unneeded exception.

    ``records`` has the record of each file of the right shape, by the name of the file. A broken file causes no issues in
    others: without the list of exceptions, issues that may have one are left out, as are those in a broken file, where claims
    have no names. Exceptions are checked for need only if ``all_are_read``.
    """
    needed = needed_exceptions(issues, records)
    kept = [issue for issue in issues if issue.code not in CODES]
    for name, list_ in records.items():
        if isinstance(list_, ExceptionsFile):
            granted = {(each.rule.value, claim) for each in list_.exceptions for claim in each.claims}
            kept += [issue for issue, exception in needed.items() if exception not in granted]
            kept += _unneeded(name, list_, {*needed.values()}) if all_are_read else ()
    return kept


def needed_exceptions(issues: Iterable[Issue], records: Mapping[str, Record]) -> dict[Issue, tuple[str, str]]:
    """Return the rule and the name of the claim or source of the exception that each issue would need, if it may have one."""
    claims: dict[str, Mapping[str, LocatedClaim[Any]]] = {}
    needed = {}
    for issue in issues:
        record = records.get(issue.file)
        if issue.code in CODES and isinstance(record, SourcedFile):
            if issue.file not in claims:
                located = (claim for claim in located_claims(record) if not claim.spec.is_part)
                claims[issue.file] = {claim.json_path: claim for claim in located}
            needed[issue] = issue.code.value, _name_at(issue.path, record, claims[issue.file])
    return needed


def _name_at(path: str, file: SourcedFile, claims: Mapping[str, LocatedClaim[Any]]) -> str:
    """Return the name of the source, the missing report or the innermost claim at a JSON path. Raises ``ValueError``."""
    if source := _SOURCE_PATH.match(path):
        return excepted_source(source[1])
    if isinstance(file, CountryFile) and (kind := _ABSENT_REPORT_PATH.match(path)):
        return claim_name(ClaimKind.ABSENT_REPORT, absent_report_id(file.code, kind[1]))
    while path not in claims:
        if path == "$":
            raise ValueError("a rule that allows exceptions must report its issues inside claims")
        path = path[: max(path.rfind("."), path.rfind("["))]
    return claims[path].name


def _unneeded(name: str, list_: ExceptionsFile, needed: set[tuple[str, str]]) -> Iterator[Issue]:
    for index, each in enumerate(list_.exceptions):
        for place, claim in enumerate(each.claims):
            path = f"$.exceptions[{index}].claims[{place}]"
            if (each.rule.value, claim) in needed:
                needed.remove((each.rule.value, claim))
            else:
                message = f"must be left out: {claim} keeps the rule {each.rule.value!r}, does not exist, or is listed already"
                yield Issue(name, path, IssueCode.UNNEEDED_EXCEPTION, message)
