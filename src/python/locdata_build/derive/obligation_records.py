"""The obligations of a country as the API publishes them, as of the day of the build."""

from collections.abc import Iterable, Iterator

from locdata_build.derive.obligations import DerivedObligation, applies, effective_date, is_unknown, required
from locdata_build.derive.verdicts import verdict
from locdata_build.source.files import CountryFile, SiteFile
from locdata_build.source.obligations import B2gObligation, RealTimeObligation
from locdata_model.anchors import obligation_anchor
from locdata_model.ids import obligation_id, phase_id
from locdata_model.obligations import Obligation
from locdata_model.toggles import TOGGLES
from locdata_model.urls import country_page_path


def obligation_records(
    country: CountryFile, obligations: Iterable[DerivedObligation], site: SiteFile
) -> Iterator[Obligation]:
    """Yield the record of each obligation, in the order of the vocabulary."""
    page = country_page_path(country.name)
    for kind, source, provenance, phases in obligations:
        yield Obligation(
            id=obligation_id(country.code, kind),
            country=country.code,
            obligation=kind,
            status=source.status,
            verdict=verdict(source, site.today).words,
            applies=None if is_unknown(source) else applies(source, site.today),
            summary=source.summary,
            since=source.since,
            effective_date=effective_date(source),
            binds=required(source, site.today),
            bound=source.bound if isinstance(source, B2gObligation) else None,
            mode=source.mode if isinstance(source, RealTimeObligation) else None,
            within_days=source.within_days if isinstance(source, RealTimeObligation) else None,
            toggles=tuple(name for name, spec in TOGGLES.items() if spec.obligation is kind),
            phases=tuple(phase_id(country.code, kind, phase.slug) for phase, _ in phases),
            url=site.url(f"{page}#{obligation_anchor(kind)}"),
            source_urls=provenance.source_urls,
            evidence=provenance.evidence,
            verification=provenance.verification,
            last_checked=provenance.last_checked,
        )
