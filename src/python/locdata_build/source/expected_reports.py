"""The kinds of reports that a country must have, and those that it lacks."""

from locdata_build.source.files import CountryFile
from locdata_model.ids import absent_report_id, claim_name
from locdata_model.reports import ReportKind
from locdata_model.vocabulary import ClaimKind, ObligationStatus

EUROPEAN_UNION = frozenset(
    [
        "at",
        "be",
        "bg",
        "cy",
        "cz",
        "de",
        "dk",
        "ee",
        "es",
        "fi",
        "fr",
        "gr",
        "hr",
        "hu",
        "ie",
        "it",
        "lt",
        "lu",
        "lv",
        "mt",
        "nl",
        "pl",
        "pt",
        "ro",
        "se",
        "si",
        "sk",
    ]
)
"""The codes of the member states of the European Union."""


def missing_kinds(country: CountryFile) -> tuple[ReportKind, ...]:
    """Return the kinds that are expected in a country and of which it has neither a report nor the reason why not."""
    missing = expected_kinds(country) - kinds_of(country) - country.absent_reports.keys()
    return tuple(kind for kind in ReportKind if kind in missing)


def missing_report_names(country: CountryFile) -> tuple[str, ...]:
    """Return the names by which exceptions call the missing reports: ``absent-reports/ch-vat-return``."""
    ids = (absent_report_id(country.code, kind) for kind in missing_kinds(country))
    return tuple(claim_name(ClaimKind.ABSENT_REPORT, identifier) for identifier in ids)


def kinds_of(country: CountryFile) -> frozenset[ReportKind]:
    """Return the kinds of the reports of a country."""
    return frozenset(report.kind for report in country.reporting)


def expected_kinds(country: CountryFile) -> frozenset[ReportKind]:
    """Return the return of VAT or sales tax, what the VAT directive requires in the Union, and SAF-T where it is law."""
    kinds = {ReportKind.VAT_RETURN}
    if country.code in EUROPEAN_UNION:
        kinds |= {ReportKind.RECAPITULATIVE_STATEMENT, ReportKind.ONE_STOP_SHOP}
    if country.obligations.saft.status in {ObligationStatus.IN_FORCE, ObligationStatus.ENACTED}:
        kinds.add(ReportKind.SAF_T)
    return frozenset(kinds)
