"""The claims that are due for a check on the day of the build."""

from locdata_build.data.claims import LEGAL_CHECK_DAYS, PRODUCT_CHECK_DAYS
from locdata_build.derive.due import DueClaim
from locdata_build.view.blocks import Filter, Filters, Option, Paragraph, Row, Table, paragraph, row, table_of
from locdata_build.view.claims import claim_line
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import check_age, newest_check
from locdata_build.view.text import joined, rich
from locdata_build.view.words import counted
from locdata_model.urls import PageName

REASONS = {"date": "A date has passed", "age": "The check is too old"}
"""Why a claim is due, by the value of the filter."""


def page(context: SiteContext) -> Page:
    """Return the page: the rules, and the claims that are due, those with the oldest check first."""
    due = context.published.due_claims
    return Page(
        **top_page(PageName.DUE),
        lead=rich(
            f"Due: {len(due):,} of {counted(len(context.published.claims), 'claim')}, as of ",
            context.today,
            ". A claim is due if it names a date that has passed since it was checked, or if the check is more than "
            f"{LEGAL_CHECK_DAYS} days old, {PRODUCT_CHECK_DAYS} days for a claim on a product. "
            "A claim that is due stays published until somebody has compared it with its sources again.",
        ),
        blocks=_blocks(context, due),
        last_checked=newest_check(context.published.claims),
        scripts=(Script.FILTER,) if due else (),
    )


def _blocks(context: SiteContext, due: tuple[DueClaim, ...]) -> tuple[Filters | Table | Paragraph, ...]:
    if not due:
        return (paragraph("Nothing is due."),)
    filters = (
        country_filter(context),
        Filter("reason", "Reason", tuple(Option(value, label) for value, label in REASONS.items())),
    )
    columns = ("Claim", "Dates that have passed", "Last check")
    table = table_of("Claims that are due, the oldest check first", columns, (_row(context, each) for each in due))
    return Filters(filters, len(due), file_name="due.csv"), table


def _row(context: SiteContext, due: DueClaim) -> Row:
    claim = due.claim
    reasons = {"date": bool(due.passed), "age": due.is_old}
    return row(
        claim_line(context, claim),
        joined(", ", (rich(day) for day in due.passed)),
        check_age(claim.provenance, context.today),
        facets={
            "country": (claim.country,) if claim.country else (),
            "reason": tuple(reason for reason, applies in reasons.items() if applies),
        },
    )
