"""Claims as pages name them, and a link that reports an error."""

from typing import Any
from urllib.parse import quote

from locdata_build.derive.claims import Claim
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import REPORT_AN_ERROR
from locdata_build.view.text import Link, Rich, rich


def claim_label(context: SiteContext, claim: Claim[Any, Any]) -> tuple[str, ...]:
    """Return the subject of a claim, without its country, in parts: names from the data are apart from other words."""
    return claim.spec.label(claim, context.erps_by_id)


def claim_line(context: SiteContext, claim: Claim[Any, Any]) -> Rich:
    """Return the country and the label of a claim, with a link to where it is shown: ``Spain: VAT / GST``."""
    *before, name = claim_label(context, claim)
    country = (context.country(claim.country).name, ": ") if claim.country else ()
    return rich(*country, *before, Link(name, claim.path))


def page_report_link(context: SiteContext, title: str, path: str) -> Link:
    """Return a link that writes a mail (RFC 6068) about an error on a page."""
    subject, body = quote(f"Error: {title}"), quote(context.site.url(path))
    return Link(REPORT_AN_ERROR.text, f"mailto:{context.site.contact}?subject={subject}&body={body}")
