"""The rules of a country file that look at more than one of its records."""

from collections.abc import Iterator

from iso3166 import countries_by_alpha2

from locdata_build.check.known import Known
from locdata_build.check.repeats import repeated
from locdata_build.check.slugs import slug_findings
from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug


def country_findings(country: CountryFile, known: Known) -> Iterator[Finding]:
    """Every fault of the country beyond the shape of its file and the faults of its single records."""
    if country.code.upper() not in countries_by_alpha2:
        yield (
            "$.code",
            Code.UNKNOWN_COUNTRY,
            f"must be an ISO 3166-1 alpha-2 code in lower case, but is {country.code!r}",
        )
    if known.regions is not None and country.region not in known.regions:
        yield "$.region", Code.UNKNOWN_REGION, f"must be a region of site.json, but is {country.region!r}"
    slug = page_slug(country.name)
    yield from slug_findings(slug, "$.name", "page")
    if slug in [*PageName]:
        message = f"must not make the address of another page of the site, but makes '/{slug}/'"
        yield "$.name", Code.DUPLICATE, message
    cells = country.e_invoicing.erp_support if country.e_invoicing else ()
    if country.e_invoicing:
        for missing in sorted((known.erps or frozenset()) - {cell.erp for cell in cells}):
            message = f"must hold an entry for every ERP product, but {missing!r} is missing"
            yield "$.e_invoicing.erp_support", Code.MATRIX_GAP, message
    yield from repeated([cell.erp for cell in cells], "$.e_invoicing.erp_support")
    yield from repeated([note.erp for note in country.erp_localizations], "$.erp_localizations")
    yield from repeated(
        [f"{report.topic} {report.report_local} {report.report_en}" for report in country.reporting], "$.reporting"
    )
    for index, report in enumerate(country.reporting):
        yield from repeated([cell.erp for cell in report.erp_support], f"$.reporting[{index}].erp_support")
    yield from repeated([note.slug for note in country.local_erps], "$.local_erps")
    yield from repeated([f"{note.erp}-{note.slug}" for note in country.partners], "$.partners")
    yield from repeated([note.erp for note in country.partner_flags], "$.partner_flags")
