"""The sources of a claim under one line, folded away, with a link that reports an error in the claim."""

import datetime as dt
from typing import Any
from urllib.parse import quote

from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import Claim
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.provenance import Provenance
from locdata_build.view.claims import claim_label
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import REPORT_AN_ERROR
from locdata_build.view.provenance import check_age, source_lines
from locdata_build.view.text import Break, Details, Link, joined, rich
from locdata_build.view.words import VERIFICATIONS


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
    """Return a link that writes a mail about an error in a claim, with the claim's name and the URL of its place."""
    country = f", {context.country(claim.country).name}" if claim.country else ""
    label = f"{REPORT_AN_ERROR.text}: {''.join(claim_label(context, claim))}{country}"
    return Link(label, _mail(context.site, f"Error in {claim.name}", context.site.url(claim.path)))


def _mail(site: SiteFile, subject: str, body: str) -> str:
    """Return the URL of a mail to the publisher (RFC 6068)."""
    return f"mailto:{site.contact}?subject={quote(subject)}&body={quote(body)}"
