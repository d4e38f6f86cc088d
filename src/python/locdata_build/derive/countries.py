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
    primary_source_url,
    status_of,
    support_facts,
    topic_facts,
)
from locdata_build.derive.phases import derive_flips, derive_phases
from locdata_build.derive.toggles import derive_toggles
from locdata_build.source.files import CountryFile, ErpFile, SiteFile
from locdata_build.source.records import Report, ReportSupport, SourceLocalErp, SourcePartner, SourcePartnerFlag
from locdata_model.countries import CountryCounts, CountryDetail
from locdata_model.data_files import reporting_record
from locdata_model.endpoints import COUNTRY
from locdata_model.partners import LocalErp, Partner, PartnerFlag
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.urls import country_page_path, record_id, report_anchor
from locdata_model.vocabulary import ReportingSupport, ReportingTopic, Status


class DerivedReport(NamedTuple):
    """A report: its anchor, its row in the data file ``reporting`` and its source record."""

    anchor: str
    row: Record
    source: Report


class DerivedLocalErp(NamedTuple):
    """A local ERP system and its source record."""

    record: LocalErp
    source: SourceLocalErp


class DerivedPartner(NamedTuple):
    """A partner and its source record."""

    record: Partner
    source: SourcePartner


class DerivedPartnerFlag(NamedTuple):
    """A partner flag and its source record."""

    record: PartnerFlag
    source: SourcePartnerFlag


class ErpInCountry(Struct):
    """The records of an ERP product in a country. ``reports`` are the reports whose support is known."""

    support: SupportFact | None = None
    localization: TopicFact | None = None
    reports: list[tuple[DerivedReport, ReportSupport]] = []
    partner_flag: DerivedPartnerFlag | None = None
    partners: list[DerivedPartner] = []


class CountryRecords(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that is published about a country, each tuple in published order."""

    source: CountryFile
    detail: CountryDetail
    topics: tuple[TopicFact, ...]
    localizations: tuple[TopicFact, ...]
    support: tuple[SupportFact, ...]
    reports: tuple[DerivedReport, ...]
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
            for cell in report.source.erp_support:
                found[cell.erp].reports.append((report, cell))
        for flag in self.partner_flags:
            found[flag.record.erp].partner_flag = flag
        for partner in self.partners:
            found[partner.record.erp].partners.append(partner)
        return found


def derive_country(country: CountryFile, erps: Sequence[ErpFile], site: SiteFile) -> CountryRecords:
    """Return everything that is published about a country, as of the day of the build."""
    today = site.today
    toggles = derive_toggles(country.obligations, today)
    topics = tuple(topic_facts(country, toggles, today))
    localizations = tuple(localization_facts(country, erps))
    support = tuple(support_facts(country, erps))
    facts = (*(entry.fact for entry in (*topics, *localizations)), *(entry.fact for entry in support))
    local_erps = tuple(_local_erps(country))
    partner_flags = tuple(_partner_flags(country))
    partners = tuple(_partners(country))
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
        topics=topics,
        localizations=localizations,
        support=support,
        reports=tuple(_reports(country, erps)),
        local_erps=local_erps,
        partner_flags=partner_flags,
        partners=partners,
        phases=derive_phases(country, site),
        flips=derive_flips(country),
    )


def _reports(country: CountryFile, erps: Sequence[ErpFile]) -> Iterator[DerivedReport]:
    """Yield the reports by topic, in the order of the country's file."""
    row_type = reporting_record(tuple(erp.key for erp in erps))
    for topic in ReportingTopic:
        of_topic = (report for report in country.reporting if report.topic is topic)
        for number, report in enumerate(of_topic, 1):
            support = {cell.erp: cell.support for cell in report.erp_support}
            row = row_type(
                topic=topic,
                country_code=country.code,
                country=country.name,
                report_local=report.report_local,
                report_en=report.report_en,
                frequency=report.frequency,
                deadline=report.deadline,
                channel_format=report.channel_format,
                source=" ".join(report.provenance.source_urls),
                source_checked=report.provenance.last_checked,
                evidence=report.provenance.evidence,
                status=status_of(report.provenance.evidence),
                **{erp.key: support.get(erp.id, ReportingSupport.UNKNOWN) for erp in erps},
                erp_sources=" ".join(erp_source_urls(report)),
                notes=report.notes,
            )
            yield DerivedReport(report_anchor(topic, country.code, number), row, report)


def erp_source_urls(report: Report) -> tuple[str, ...]:
    """Return the sources of the products' support for a report, in the order of the products."""
    cells = sorted(report.erp_support, key=lambda cell: cell.erp)
    return tuple(dict.fromkeys(url for cell in cells for url in cell.source_urls))


def _local_erps(country: CountryFile) -> Iterator[DerivedLocalErp]:
    """Yield the local ERP systems by name."""
    for source in sorted(country.local_erps, key=lambda source: source.name.casefold()):
        record = LocalErp(
            id=record_id(country.code, source.slug),
            country=country.code,
            name=source.name,
            segment=source.segment,
            description=source.description,
            website=source.website,
            source_url=primary_source_url(source.provenance),
            verification=source.provenance.verification,
            last_checked=source.provenance.last_checked,
        )
        yield DerivedLocalErp(record, source)


def _partner_flags(country: CountryFile) -> Iterator[DerivedPartnerFlag]:
    """Yield the partner flags by ERP product."""
    for source in sorted(country.partner_flags, key=lambda source: source.erp):
        record = PartnerFlag(
            id=record_id(country.code, source.erp),
            country=country.code,
            erp=source.erp,
            flag=source.flag,
            note=source.note,
            source_url=primary_source_url(source.provenance),
            verification=source.provenance.verification,
            last_checked=source.provenance.last_checked,
        )
        yield DerivedPartnerFlag(record, source)


def _partners(country: CountryFile) -> Iterator[DerivedPartner]:
    """Yield the partners by ERP product, then by name."""
    for source in sorted(country.partners, key=lambda source: (source.erp, source.name.casefold(), source.slug)):
        record = Partner(
            id=record_id(country.code, source.erp, source.slug),
            name=source.name,
            erp=source.erp,
            country=country.code,
            partner_type=source.partner_type,
            summary=source.summary,
            source_urls=source.provenance.source_urls,
            source_kind=source.source_kind,
            last_checked=source.provenance.last_checked,
        )
        yield DerivedPartner(record, source)
