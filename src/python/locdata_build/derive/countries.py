"""Everything that is published about a country, derived from its file, the ERP registry and the settings of the site."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data import products
from locdata_build.data.countries import FACT, CountryFile, SourceFact
from locdata_build.data.obligations import OBLIGATION, PHASE, SourceObligation, SourcePhase
from locdata_build.data.reports import ABSENT_REPORT, REPORT, SourceAbsentReport, SourceReport, SourceReportSupport
from locdata_build.derive.claims import Claim, ClaimIndex, derive_claims
from locdata_build.derive.due_dates import DueDays, due_days
from locdata_build.derive.phases import derive_flips
from locdata_build.derive.records import Setting, filled
from locdata_model.countries import CountryCounts, CountryDetail
from locdata_model.due_dates import DueDate, due_date_order
from locdata_model.endpoints import COUNTRY
from locdata_model.erps import LocalErp, Partner, PartnerFlag
from locdata_model.facts import Fact, Mandate
from locdata_model.obligations import Obligation, toggles_on
from locdata_model.phases import Flip, Phase
from locdata_model.record import Record
from locdata_model.reports import Report, ReportErpSupport
from locdata_model.urls import country_page_path
from locdata_model.vocabulary import ObligationKind, Status

SupportClaim = Claim[products.SourceErpSupport, Fact]
ReportClaim = Claim[SourceReport, Report]
ReportSupportClaim = Claim[SourceReportSupport, ReportErpSupport]
ObligationClaim = Claim[SourceObligation, Obligation]
PhaseClaim = Claim[SourcePhase, Phase]


class ErpInCountry(Struct):
    """The claims on an ERP product in a country. ``reports`` are the reports whose support is recorded."""

    support: SupportClaim | None = None
    localization: Claim[products.SourceLocalization, Fact] | None = None
    reports: list[tuple[ReportClaim, ReportSupportClaim]] = []
    partner_flag: Claim[products.SourcePartnerFlag, PartnerFlag] | None = None
    partners: list[Claim[products.SourcePartner, Partner]] = []


class CountryRecords(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that is published about a country. ``claims`` are in the order of its file, all else in published order."""

    source: CountryFile
    claims: tuple[Claim[Any, Any], ...]
    detail: CountryDetail
    phases: tuple[Phase, ...]
    flips: tuple[Flip, ...]
    due_dates: tuple[DueDate, ...]

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
    def index(self) -> ClaimIndex:
        """The claims by their kind."""
        return ClaimIndex(self.claims)

    @cached_property
    def lists(self) -> Mapping[type[Record], tuple[Any, ...]]:
        """The published records by their type: those of the claims, and the due dates."""
        return {**self.index.records, DueDate: self.due_dates}

    @property
    def obligations(self) -> tuple[ObligationClaim, ...]:
        """The obligations in the order of the vocabulary."""
        return self.index.of_kind(OBLIGATION)

    @property
    def mandate(self) -> Claim[products.SourceMandate, Mandate] | None:
        """The e-invoicing mandate; None for a country outside the matrix."""
        return next(iter(self.index.of_kind(products.MANDATE)), None)

    @property
    def topics(self) -> tuple[Claim[SourceFact, Fact], ...]:
        """The facts on the country, one for each topic."""
        return self.index.of_kind(FACT)

    @property
    def localizations(self) -> tuple[Claim[products.SourceLocalization, Fact], ...]:
        """The facts on the localizations of ERP products."""
        return self.index.of_kind(products.LOCALIZATION)

    @property
    def support(self) -> tuple[SupportClaim, ...]:
        """The facts on e-invoicing support, one for each ERP product; none for a country outside the matrix."""
        return self.index.of_kind(products.SUPPORT)

    @property
    def reports(self) -> tuple[ReportClaim, ...]:
        """The reports by topic and number. Their parts are the support of ERP products."""
        return self.index.of_kind(REPORT)

    @property
    def absent_reports(self) -> tuple[Claim[SourceAbsentReport, None], ...]:
        """The kinds of reports that the country does not have."""
        return self.index.of_kind(ABSENT_REPORT)

    @property
    def local_erps(self) -> tuple[Claim[products.SourceLocalErp, LocalErp], ...]:
        """The local ERP systems by name."""
        return self.index.of_kind(products.LOCAL_ERP)

    @property
    def partner_flags(self) -> tuple[Claim[products.SourcePartnerFlag, PartnerFlag], ...]:
        """The partner flags by ERP product."""
        return self.index.of_kind(products.PARTNER_FLAG)

    @property
    def partners(self) -> tuple[Claim[products.SourcePartner, Partner], ...]:
        """The partners by ERP product, then by name."""
        return self.index.of_kind(products.PARTNER)

    def phase(self, identifier: str) -> PhaseClaim:
        """Return the phase with an id."""
        return self._by_phase[identifier]

    @cached_property
    def _by_phase(self) -> Mapping[str, PhaseClaim]:
        return {phase.id: phase for phase in self.index.of_kind(PHASE)}

    def obligation(self, kind: ObligationKind) -> ObligationClaim:
        """Return the obligation of a kind."""
        return next(each for each in self.obligations if each.record.obligation is kind)

    def of_erp(self, erp_id: str) -> ErpInCountry:
        """Return the claims on an ERP product."""
        return self._by_erp.get(erp_id, ErpInCountry())

    @cached_property
    def _by_erp(self) -> Mapping[str, ErpInCountry]:
        found: defaultdict[str, ErpInCountry] = defaultdict(ErpInCountry)
        for support in self.support:
            found[support.source.erp].support = support
        for localization in self.localizations:
            found[localization.source.erp].localization = localization
        for report in self.reports:
            for cell in report.parts:
                found[cell.source.erp].reports.append((report, cell))
        for flag in self.partner_flags:
            found[flag.source.erp].partner_flag = flag
        for partner in self.partners:
            found[partner.source.erp].partners.append(partner)
        return found


def derive_country(country: CountryFile, setting: Setting) -> CountryRecords:
    """Return everything that is published about a country, as of the day of the build."""
    site = setting.site
    days = due_days(country, site.today)
    claims = derive_claims(country, replace(setting, due_days=days))
    index = ClaimIndex(claims)
    obligations = index.of_kind(OBLIGATION)
    facts, local_erps, partner_flags, partners = (
        index.records.get(kind, ()) for kind in (Fact, LocalErp, PartnerFlag, Partner)
    )
    detail = filled(
        CountryDetail,
        country,
        url=site.url(country_page_path(country.name)),
        api_url=COUNTRY.path_for(country.code),
        counts=CountryCounts(
            facts=len(facts),
            facts_verified=sum(fact.status is Status.VERIFIED for fact in facts),
            erp_matrix_cells=len(index.of_kind(products.SUPPORT)),
            local_erps=len(local_erps),
            partners=len(partners),
            partner_flags=len(partner_flags),
        ),
        toggles=toggles_on((claim.record for claim in obligations), site.today),
        facts=facts,
        local_erps=local_erps,
        partner_flags=partner_flags,
        partners=partners,
    )
    return CountryRecords(
        source=country,
        claims=claims,
        detail=detail,
        phases=tuple(claim.record for claim in index.of_kind(PHASE)),
        flips=derive_flips(obligations),
        due_dates=tuple(sorted(_due_dates(index.of_kind(REPORT), days), key=due_date_order)),
    )


def _due_dates(reports: Iterable[ReportClaim], days: DueDays) -> Iterator[DueDate]:
    """Yield the due dates of reports with the first source of the deadline, or of the report if its deadline cites none."""
    for claim in reports:
        record = claim.record
        cited = (url for each in record.statements if each.field == "deadline" for url in each.source_urls)
        source_url = next(cited, record.source_urls[0])
        for day in days[claim.id]:
            yield filled(DueDate, day, record, source_url=source_url)
