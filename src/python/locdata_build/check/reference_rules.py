"""Rules for names that refer to something: a file, a country, a region, an ERP product or a version."""

import difflib
from collections.abc import Iterator

from iso3166 import countries_by_alpha2

from locdata_build.check.rule import CheckContext, PathAndMessage, rule
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import CountryFile, ErpFile, ReleaseFile
from locdata_build.source.records import (
    EInvoicing,
    ErpLocalization,
    ErpSupport,
    SourceConnector,
    SourcePartner,
    SourcePartnerFlag,
)
from locdata_build.source.reports import ReportSupport
from locdata_model.changes import Release
from locdata_model.listings import NewsItem
from locdata_model.scalars import version_parts

RecordOfErp = ErpSupport | ErpLocalization | ReportSupport | SourcePartner | SourcePartnerFlag | SourceConnector
"""Every record that names one ERP product."""


@rule(IssueCode.FILE_NAME)
def file_has_name_of_record(
    record: CountryFile | ErpFile | ReleaseFile, context: CheckContext
) -> Iterator[PathAndMessage]:
    """The name of a file must be the code, id or version inside it."""
    match record:
        case CountryFile(code=name):
            path = ".code"
        case ErpFile(id=name):
            path = ".id"
        case _:
            path, name = ".release.version", record.release.version
    if name != context.file_stem:
        yield path, f"must be the name of the file, {context.file_stem!r}, but is {name!r}"


@rule(IssueCode.UNKNOWN_COUNTRY)
def country_code_is_assigned(country: CountryFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The code of a country must be assigned by ISO 3166-1."""
    if country.code.upper() not in countries_by_alpha2:
        yield ".code", f"must be an ISO 3166-1 alpha-2 code in lower case, but is {country.code!r}"


@rule(IssueCode.UNKNOWN_REGION)
def region_is_listed(country: CountryFile, context: CheckContext) -> Iterator[PathAndMessage]:
    """The region of a country must be listed in `site.json`."""
    if context.regions is not None and country.region not in context.regions:
        yield ".region", f"must be a region of site.json ({', '.join(context.regions)}), but is {country.region!r}"


@rule(IssueCode.UNKNOWN_ERP)
def erp_has_file(record: RecordOfErp | NewsItem, context: CheckContext) -> Iterator[PathAndMessage]:
    """An ERP product that a record names must have a file."""
    if not isinstance(record, NewsItem):
        yield from _unknown_erp(record.erp, ".erp", context)
        return
    for index, erp in enumerate(record.erps):
        yield from _unknown_erp(erp, f".erps[{index}]", context)


def _unknown_erp(erp: str, path: str, context: CheckContext) -> Iterator[PathAndMessage]:
    if context.erp_ids is not None and erp not in context.erp_ids:
        near = difflib.get_close_matches(erp, sorted(context.erp_ids), n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        yield path, f"must be an ERP product that has a file, but is {erp!r}{hint}"


@rule(IssueCode.UNKNOWN_COUNTRY)
def countries_of_connector_are_tracked(connector: SourceConnector, context: CheckContext) -> Iterator[PathAndMessage]:
    """A country that a connector names must have a file and be in the matrix."""
    for index, code in enumerate(connector.countries_in_scope):
        path = f".countries_in_scope[{index}]"
        if context.country_codes is not None and code not in context.country_codes:
            yield path, f"must be a country that has a file, but is {code!r}"
        if code in context.untracked_countries:
            yield path, f"must be a country of the matrix, but is {code!r}"


@rule(IssueCode.MATRIX_GAP)
def matrix_is_complete(e_invoicing: EInvoicing, context: CheckContext) -> Iterator[PathAndMessage]:
    """A country in the matrix must have an entry for every ERP product."""
    for erp in sorted((context.erp_ids or frozenset()) - {support.erp for support in e_invoicing.erp_support}):
        yield ".erp_support", f"must have an entry for every ERP product, but {erp!r} is missing"


@rule(IssueCode.VERSION_ORDER)
def release_is_not_newer_than_site(release: Release, context: CheckContext) -> Iterator[PathAndMessage]:
    """A release must not be newer than the version in `site.json`."""
    if context.version and version_parts(release.version) > version_parts(context.version):
        message = f"must not be newer than the version of site.json, {context.version}, but is {release.version}"
        yield ".version", message
