"""Every response of the API, as an envelope at its path."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from locdata_build.data.claims import CLAIM_SPECS
from locdata_build.data.site import SiteFile
from locdata_build.derive.published import Published
from locdata_build.derive.records import filled
from locdata_model import endpoints
from locdata_model.countries import Country
from locdata_model.endpoint_spec import EndpointSpec
from locdata_model.erps import Erp
from locdata_model.responses import Endpoint, Envelope, IndexMeta, IndexResponse, Licence, Meta, SponsorsMeta
from locdata_model.service import BuildStatus, OldestCheck, SponsorsResponse
from locdata_model.urls import OPENAPI_PATH, PageName

Response = Envelope[Meta, Any]
Responses = Mapping[str, Response]
"""Responses by path."""

_CLAIMED = frozenset(spec.record for spec in CLAIM_SPECS.values() if spec.record)
"""The types of records that are published for claims."""


def api_responses(published: Published) -> Responses:
    """Return every response by its path."""
    responses = dict(_data_responses(published))
    return {**responses, endpoints.INDEX.path: _index(published, responses)}


def _meta(site: SiteFile, count: int) -> Meta:
    """Return the metadata of a response with ``count`` items."""
    return filled(
        Meta, site, licence=filled(Licence, site.api_licence, site, commercial_contact=site.contact), count=count
    )


def _data_responses(published: Published) -> Iterator[tuple[str, Response]]:
    site, countries, erps = published.site, published.countries, published.erps

    def whole(spec: EndpointSpec, items: tuple[Any, ...], parameter: str = "") -> tuple[str, Response]:
        return spec.path_for(parameter), spec.response(meta=_meta(site, len(items)), data=items)

    def one(spec: EndpointSpec, item: object, parameter: str = "") -> tuple[str, Response]:
        return spec.path_for(parameter), spec.response(meta=_meta(site, 1), data=item)

    yield whole(endpoints.COUNTRIES, tuple(filled(Country, country) for country in countries))
    for detail in countries:
        yield one(endpoints.COUNTRY, detail, detail.code)
    yield whole(endpoints.ERPS, tuple(filled(Erp, erp) for erp in erps))
    for erp in erps:
        yield one(endpoints.ERP, erp, erp.id)
    yield whole(endpoints.NEWS, published.news)
    meta = SponsorsMeta(**asdict(_meta(site, len(published.sponsors))), notice=published.sponsors_notice)
    yield endpoints.SPONSORS.path, SponsorsResponse(meta=meta, data=published.sponsors)
    for name, items in published.filters.items():
        yield whole(endpoints.FILTER, items, name)
    for spec in filter(_is_list_of_claims, endpoints.ENDPOINTS):
        yield whole(spec, published.records_by_type.get(spec.item, ()))
    yield whole(endpoints.PHASES, published.phases)
    yield whole(endpoints.FLIPS, published.flips)
    yield whole(endpoints.DUE_DATES, published.due_dates)
    yield whole(endpoints.CHANGES, published.releases)
    yield whole(endpoints.TOMBSTONES, published.tombstones)
    yield one(endpoints.STATUS, derive_status(published))
    yield whole(endpoints.SOURCES, published.sources)
    for country in published.records:
        for spec in endpoints.LISTS_OF_COUNTRY.values():
            yield whole(spec, country.lists.get(spec.item, ()), country.code)
    for year, phases in published.phases_by_year.items():
        yield whole(endpoints.PHASES_OF_YEAR, phases, year)


def _is_list_of_claims(spec: EndpointSpec) -> bool:
    return spec.parameter is None and spec.item in _CLAIMED and spec is not endpoints.PHASES


def derive_status(published: Published) -> BuildStatus:
    """Return the state of the data on the day of the build. It changes with that day even without an edit."""
    today = published.site.today
    date, kind, identifier = min((claim.provenance.last_checked, claim.kind, claim.id) for claim in published.claims)
    return BuildStatus(
        next_flip=next((flip for flip in published.flips if flip.date > today), None),
        next_phase=next((phase for phase in published.phases if phase.date > today), None),
        oldest_check=OldestCheck(date=date, resource=kind.value, record=identifier),
        due_claims=len(published.due_claims),
    )


def _index(published: Published, responses: Responses) -> IndexResponse:
    site, items = published.site, tuple(_endpoints(responses))
    return IndexResponse(
        meta=IndexMeta(
            **asdict(_meta(site, len(items))),
            docs=site.url(PageName.API.path),
            openapi=site.url(OPENAPI_PATH),
            toggle_coverage=published.toggle_coverage,
        ),
        data=items,
    )


def _endpoints(responses: Responses) -> Iterator[Endpoint]:
    files = Counter(map(endpoints.endpoint_for, responses))
    for spec in endpoints.ENDPOINTS:
        if spec.parameter is None:
            count = responses[spec.path].meta.count if spec.path in responses else None
        else:
            count = files[spec]
        yield Endpoint(path=spec.path, description=spec.description, count=count)
    yield Endpoint(path=OPENAPI_PATH, description=endpoints.OPENAPI_DESCRIPTION, count=None)
