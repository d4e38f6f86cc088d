"""Support by ERP products in a country: in short on the page of the country, in full on the page of each product."""

from collections import Counter
from collections.abc import Iterator, Sequence

from locdata_build.data.record import NOT_KNOWN
from locdata_build.data.reports import SourceReportSupport
from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords, ErpInCountry, ReportClaim, ReportSupportClaim
from locdata_build.view.blocks import Column
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_path, erp_in_country_link
from locdata_build.view.notes import cited_text, claim_note, short_text, text_start
from locdata_build.view.text import Break, Details, Link, Rich, Strong, Words, joined, rich
from locdata_build.view.words import PRODUCT_ACTIONS, capitalized, sentence, support_badge
from locdata_model.vocabulary import ReportingSupport

# E-invoicing and localization

E_INVOICING_AND_LOCALIZATION = Column("E-invoicing and localization", is_plain=True)


def e_invoicing_and_localization(context: SiteContext, records: ErpInCountry, *, is_short: bool = False) -> Rich:
    """Return the support for e-invoicing, the product's own localization, and localization by others, or the start of each."""
    return joined(Break(), _lines(context, records, is_short=is_short))


def _lines(context: SiteContext, records: ErpInCountry, *, is_short: bool) -> Iterator[Rich]:
    if support := records.support:
        badge, vendors = support_badge(support.source.support_type), support.source.vendors
        providers = (f"Providers: {sentence(vendors)} ",) if vendors else ()
        notes = (text_start if is_short else short_text)(context, support, "notes", words=_known_words)
        yield rich(Strong("E-invoicing:"), " ", badge, " ", *providers, *notes)
    if own := records.localization:
        yield (text_start if is_short else cited_text)(context, own, "value", words=_localization_words)
    if others := records.partner_flag:
        note = claim_note(others) if is_short else rich(". ", *cited_text(context, others, "note"))
        yield rich("By others: ", others.record.flag, *note)


def _known_words(text: str) -> Rich:
    known = text.removeprefix(NOT_KNOWN).strip()
    return rich(known) if known else ()


def _localization_words(text: str) -> Rich:
    return rich("Localization: ", text) if text == NOT_KNOWN else rich(text)


# Reports


def is_supporting(cell: SourceReportSupport) -> bool:
    """Return whether a product is known to support a report, or to do something for it."""
    return cell.support is not ReportingSupport.UNKNOWN or cell.action is not None


def products_of_report(context: SiteContext, country: CountryRecords, cells: Sequence[ReportSupportClaim]) -> Rich:
    """Return the number of products by what they do for a report, with their names folded away.

    Each name leads to the notes, which are on the page of the product.
    """
    if not cells:
        return ()
    groups = group_by(sorted(cells, key=_place), lambda cell: PRODUCT_ACTIONS[cell.source.action]).items()
    counts = (f"{len(each)} {words.plural if len(each) > 1 else words.badge.text}" for words, each in groups)
    lines = (
        (words.badge, Words(" "), *joined(", ", (_product(context, country, cell) for cell in each)))
        for words, each in groups
    )
    return rich(Details(", ".join(counts), joined(Break(), lines)))


def _place(cell: ReportSupportClaim) -> int:
    """Return the place of the action of a product: the most helpful one comes first."""
    return [*PRODUCT_ACTIONS].index(cell.source.action)


def _product(context: SiteContext, country: CountryRecords, cell: ReportSupportClaim) -> Rich:
    """Return the name of a product and the maker of its support for a report."""
    return rich(erp_in_country_link(context.erp(cell.source.erp), country), f" ({cell.source.support})")


def report_counts(records: ErpInCountry) -> str:
    """Return the number of reports by what a product does for them: ``Files it: 1, makes the file: 2``."""
    found = Counter(cell.source.action for _, cell in records.reports)
    counts = (f"{words.badge.text}: {found[action]}" for action, words in PRODUCT_ACTIONS.items() if found[action])
    return capitalized(", ".join(counts))


def supported_reports(context: SiteContext, country: CountryRecords, records: ErpInCountry) -> Rich:
    """Return the number of reports by what a product does for them, with each report and its notes folded away."""
    if not records.reports:
        return ()
    reports = sorted(records.reports, key=lambda each: _place(each[1]))
    lines = (_supported(context, country, *each) for each in reports)
    return rich(Details(report_counts(records), joined(Break(), lines)))


def _supported(context: SiteContext, country: CountryRecords, report: ReportClaim, cell: ReportSupportClaim) -> Rich:
    """Return the action of a product for a report, the name of the report, the maker of the support, and the notes."""
    badge = PRODUCT_ACTIONS[cell.source.action].badge
    link = Link(report.source.report_local, country_path(country, report.id))
    return rich(badge, " ", link, f" ({cell.source.support}): ", *cited_text(context, cell, "notes"))
