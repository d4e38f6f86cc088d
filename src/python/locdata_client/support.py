"""How an ERP product supports the rules of a country, put together from facts, reports and connectors."""

from collections.abc import Iterable

from msgspec import Struct

from locdata_model import Connector, CountryDetail, Fact, Partner, PartnerFlag, Report, ReportErpSupport, Topic


class ReportSupport(Struct, frozen=True, kw_only=True):
    """A report, and how the product supports it. ``support`` is None if that is unknown."""

    report: Report
    support: ReportErpSupport | None


class ErpSupport(Struct, frozen=True, kw_only=True):
    """What is known of an ERP product in a country.

    ``e_invoicing`` is None for a country outside the e-invoicing matrix, ``localization`` if nothing is recorded: both mean
    unknown. ``reports`` are all reports of the country. ``connectors`` are those whose countries in scope include it.
    """

    country: str
    product: str
    localization: Fact | None
    e_invoicing: Fact | None
    reports: tuple[ReportSupport, ...]
    connectors: tuple[Connector, ...]
    partner_flags: tuple[PartnerFlag, ...]
    partners: tuple[Partner, ...]


def erp_support(
    country: CountryDetail, product: str, reports: Iterable[Report], connectors: Iterable[Connector]
) -> ErpSupport:
    """Return the support of a country by a product, given the reports of the country and all connectors."""
    facts = {fact.topic: fact for fact in country.facts if fact.erp == product}
    return ErpSupport(
        country=country.code,
        product=product,
        localization=facts.get(Topic.ERP_LOCALIZATION),
        e_invoicing=facts.get(Topic.E_INVOICING_ERP_SUPPORT),
        reports=tuple(
            ReportSupport(
                report=report, support=next((each for each in report.erp_support if each.erp == product), None)
            )
            for report in reports
        ),
        connectors=tuple(
            each for each in connectors if each.erp == product and country.code in each.countries_in_scope
        ),
        partner_flags=tuple(each for each in country.partner_flags if each.erp == product),
        partners=tuple(each for each in country.partners if each.erp == product),
    )
