"""All published records of a country, derived from its file, the ERP registry and the settings of the site.

Each source record is derived once, into its record in the API and its row in a data file. Both are kept with the source
record, so that pages can show what the API publishes together with its provenance.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from locdata_build.derive.facts import (
    SupportFact,
    TopicFact,
    localization_facts,
    support_facts,
    topic_facts,
)
from locdata_build.derive.obligation_records import obligation_records
from locdata_build.derive.obligations import DerivedObligation, derive_obligations
from locdata_build.derive.phases import derive_flips, derive_phases
from locdata_build.derive.provenance import Bibliography, Provenance, bibliography_of
from locdata_build.derive.reports import (
    DerivedAbsentReport,
    DerivedReport,
    DerivedReportSupport,
    derive_absent_reports,
    derive_reports,
)
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_build.source.records import SourceLocalErp, SourcePartner, SourcePartnerFlag
from locdata_model.countries import CountryCounts, CountryDetail
from locdata_model.endpoints import COUNTRY
from locdata_model.ids import phase_id, record_id
from locdata_model.obligations import Obligation, toggles_on
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.reports import Report
from locdata_model.urls import country_page_path
from locdata_model.vocabulary import ObligationKind, Status


class DerivedLocalErp(NamedTuple):
    """A local ERP system, its source record and its provenance."""

    record: LocalErp
    source: SourceLocalErp
    provenance: Provenance


class DerivedPartner(NamedTuple):
    """A partner, its source record and its provenance."""

    record: Partner
    source: SourcePartner
    provenance: Provenance


class DerivedPartnerFlag(NamedTuple):
    """A partner flag, its source record and its provenance."""

    record: PartnerFlag
    source: SourcePartnerFlag
    provenance: Provenance


class ErpInCountry(Struct):
    """The records of an ERP product in a country. ``reports`` are the reports whose support is known."""

    support: SupportFact | None = None
    localization: TopicFact | None = None
    reports: list[tuple[DerivedReport, DerivedReportSupport]] = []
    partner_flag: DerivedPartnerFlag | None = None
    partners: list[DerivedPartner] = []


class CountryRecords(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that is published about a country, each tuple in published order."""

    source: CountryFile
    detail: CountryDetail
    obligations: tuple[DerivedObligation, ...]
    obligation_records: tuple[Obligation, ...]
    mandate: Provenance | None
    topics: tuple[TopicFact, ...]
    localizations: tuple[TopicFact, ...]
    support: tuple[SupportFact, ...]
    reports: tuple[DerivedReport, ...]
    absent_reports: tuple[DerivedAbsentReport, ...]
    local_erps: tuple[DerivedLocalErp, ...]
    partner_flags: tuple[DerivedPartnerFlag, ...]
    partners: tuple[DerivedPartner, ...]
    phases: tuple[Phase, ...]
    flips: tuple[Flip, ...]

    @property
    def code(self) -> str:
        """The country's code."""
        return self.source.code

    @property
    def name(self) -> str:
        """The country's name."""
        return self.source.name

    @property
    def region(self) -> str:
        """The country's region."""
        return self.source.region

    @cached_property
    def report_records(self) -> tuple[Report, ...]:
        """The reports as the API publishes them."""
        return tuple(report.record for report in self.reports)

    def obligation(self, kind: ObligationKind) -> DerivedObligation:
        """Return the obligation of a kind."""
        return self._by_kind[kind]

    def phase_provenance(self, phase: str) -> Provenance:
        """Return the provenance of the phase with the id ``phase``."""
        return self._by_phase[phase]

    @cached_property
    def _by_phase(self) -> Mapping[str, Provenance]:
        return {
            phase_id(self.code, obligation.kind, phase.slug): provenance
            for obligation in self.obligations
            for phase, provenance in obligation.phases
        }

    @cached_property
    def _by_kind(self) -> Mapping[ObligationKind, DerivedObligation]:
        return {obligation.kind: obligation for obligation in self.obligations}

    def of_erp(self, erp_id: str) -> ErpInCountry:
        """Return the records of an ERP product."""
        return self._by_erp.get(erp_id, ErpInCountry())

    @cached_property
    def _by_erp(self) -> Mapping[str | None, ErpInCountry]:
        found: defaultdict[str | None, ErpInCountry] = defaultdict(ErpInCountry)
        for support in self.support:
            found[support.fact.erp].support = support
        for localization in self.localizations:
            found[localization.fact.erp].localization = localization
        for report in self.reports:
            for cell in report.support:
                found[cell.source.erp].reports.append((report, cell))
        for flag in self.partner_flags:
            found[flag.record.erp].partner_flag = flag
        for partner in self.partners:
            found[partner.record.erp].partners.append(partner)
        return found


def derive_country(country: CountryFile, erps: Sequence[ErpFile], site: SiteFile) -> CountryRecords:
    """Return everything that is published about a country, as of the day of the build."""
    bibliography = bibliography_of(country, erps)
    obligations = tuple(derive_obligations(country, bibliography))
    published_obligations = tuple(obligation_records(country, obligations, site))
    toggles = toggles_on(published_obligations, site.today)
    topics = tuple(topic_facts(country, bibliography, toggles))
    localizations = tuple(localization_facts(country, bibliography, erps))
    support = tuple(support_facts(country, bibliography, erps))
    facts = (*(entry.fact for entry in (*topics, *localizations)), *(entry.fact for entry in support))
    local_erps = tuple(_local_erps(country, bibliography))
    partner_flags = tuple(_partner_flags(country, bibliography))
    partners = tuple(_partners(country, bibliography))
    detail = CountryDetail(
        code=country.code,
        name=country.name,
        region=country.region,
        url=site.url(country_page_path(country.name)),
        api_url=COUNTRY.path_for(country.code),
        counts=CountryCounts(
            facts=len(facts),
            facts_verified=sum(fact.status is Status.VERIFIED for fact in facts),
            erp_matrix_cells=len(support),
            local_erps=len(local_erps),
            partners=len(partners),
            partner_flags=len(partner_flags),
        ),
        toggles=toggles,
        facts=facts,
        local_erps=tuple(entry.record for entry in local_erps),
        partner_flags=tuple(entry.record for entry in partner_flags),
        partners=tuple(entry.record for entry in partners),
    )
    return CountryRecords(
        source=country,
        detail=detail,
        obligations=obligations,
        obligation_records=published_obligations,
        mandate=bibliography.cite(country.e_invoicing.mandate) if country.e_invoicing else None,
        topics=topics,
        localizations=localizations,
        support=support,
        reports=tuple(derive_reports(country, bibliography, erps, site)),
        absent_reports=tuple(derive_absent_reports(country, bibliography)),
        local_erps=local_erps,
        partner_flags=partner_flags,
        partners=partners,
        phases=derive_phases(country, obligations, site),
        flips=derive_flips(country, obligations, published_obligations),
    )


def _local_erps(country: CountryFile, bibliography: Bibliography) -> Iterator[DerivedLocalErp]:
    """Yield the local ERP systems by name."""
    for source in sorted(country.local_erps, key=lambda source: source.name.casefold()):
        provenance = bibliography.cite(source)
        record = LocalErp(
            id=record_id(country.code, source.slug),
            country=country.code,
            name=source.name,
            segment=source.segment,
            description=source.description,
            website=source.website,
            source_url=provenance.source_url,
            verification=provenance.verification,
            last_checked=provenance.last_checked,
        )
        yield DerivedLocalErp(record, source, provenance)


def _partner_flags(country: CountryFile, bibliography: Bibliography) -> Iterator[DerivedPartnerFlag]:
    """Yield the partner flags by ERP product."""
    for source in sorted(country.partner_flags, key=lambda source: source.erp):
        provenance = bibliography.cite(source)
        record = PartnerFlag(
            id=record_id(country.code, source.erp),
            country=country.code,
            erp=source.erp,
            flag=source.flag,
            note=source.note,
            source_url=provenance.source_url,
            verification=provenance.verification,
            last_checked=provenance.last_checked,
        )
        yield DerivedPartnerFlag(record, source, provenance)


def _partners(country: CountryFile, bibliography: Bibliography) -> Iterator[DerivedPartner]:
    """Yield the partners by ERP product, then by name."""
    for source in sorted(country.partners, key=lambda source: (source.erp, source.name.casefold(), source.slug)):
        provenance = bibliography.cite(source)
        record = Partner(
            id=record_id(country.code, source.erp, source.slug),
            name=source.name,
            erp=source.erp,
            country=country.code,
            partner_type=source.partner_type,
            summary=source.summary,
            source_urls=provenance.source_urls,
            source_kind=source.source_kind,
            last_checked=provenance.last_checked,
        )
        yield DerivedPartner(record, source, provenance)
