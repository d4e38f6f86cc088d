"""Claims as pages name them, and their sources under one line, folded away, with a link that reports an error."""

import datetime as dt
from typing import Any
from urllib.parse import quote

from locdata_build.derive.claims import Claim
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.provenance import Provenance
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import REPORT_AN_ERROR
from locdata_build.view.provenance import check_age, source_lines
from locdata_build.view.text import Break, Details, Link, Rich, joined, rich
from locdata_build.view.words import VERIFICATIONS


def claim_label(context: SiteContext, claim: Claim[Any, Any]) -> tuple[str, ...]:
    """Return the subject of a claim, without its country, in parts: names from the data are apart from other words."""
    return claim.spec.label(claim, context.erps_by_id)


def claim_line(context: SiteContext, claim: Claim[Any, Any]) -> Rich:
    """Return the country and the label of a claim, with a link to where it is shown: ``Spain: VAT / GST``."""
    *before, name = claim_label(context, claim)
    country = (context.country(claim.country).name, ": ") if claim.country else ()
    return rich(*country, *before, Link(name, claim.path))


def folded_sources(context: SiteContext, claim: Claim[Any, Any], *, in_column: bool = False) -> Details:
    """Return the sources of a claim, folded away under the publisher and grade of the first one and the date of the check.

    ``in_column`` leaves out the word "Source", which the title of a column of sources says.
    """
    provenance, today = claim.provenance, context.today
    overdue = (rich("Checked ", *check_age(provenance, today)),) if provenance.is_overdue(today) else ()
    lines = (*source_lines(provenance.citations), *overdue, rich(report_link(context, claim)))
    label = "" if in_column else "Source: "
    return Details(f"{label}{_summary(provenance, today)}", joined(Break(), lines))


def _summary(provenance: Provenance, today: dt.date) -> str:
    """Return the line above the folded sources: ``AEAT and 2 more, official, checked 20 November 2026``."""
    overdue = ", check overdue" if provenance.is_overdue(today) else ""
    checked = f"checked {day_in_words(provenance.last_checked)}{overdue}"
    first, *others = (citation.source.publisher for citation in provenance.citations)
    more = f" and {len(others)} more" if others else ""
    return f"{first}{more}, {VERIFICATIONS[provenance.verification].label}, {checked}"


def report_link(context: SiteContext, claim: Claim[Any, Any]) -> Link:
    """Return a link that writes a mail (RFC 6068) about an error in a claim, with its name and the URL of its place."""
    country = f", {context.country(claim.country).name}" if claim.country else ""
    label = f"{REPORT_AN_ERROR.text}: {''.join(claim_label(context, claim))}{country}"
    subject, body = quote(f"Error in {claim.name}"), quote(context.site.url(claim.path))
    return Link(label, f"mailto:{context.site.contact}?subject={subject}&body={body}")
