"""Records of a country as they are published on the day of the small dataset or on another, and claims of any kind."""

import datetime as dt
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec.structs import replace

from locdata_build.data.claims import LocatedClaim, claim_spec
from locdata_build.data.countries import CountryFile
from locdata_build.data.products import ErpFile
from locdata_build.data.site import SiteFile
from locdata_build.data.sources import CitedSource
from locdata_build.derive.countries import CountryRecords, ObligationClaim, derive_country
from locdata_build.derive.provenance import Provenance, cite
from locdata_build.derive.records import Setting
from locdata_model.obligations import Obligation
from locdata_model.record import Record
from support.dataset import ERP, as_read, whole


def setting(today: dt.date | None = None) -> Setting:
    """Return the site and the ERP products of the small dataset, built on the day ``today`` if it is given."""
    files = whole()
    site = msgspec.convert(files["site.json"], SiteFile)
    if today:
        site = replace(site, generated_at=dt.datetime.combine(today, dt.time(), dt.UTC))
    erps = [as_read(file, ErpFile) for path, file in files.items() if path.startswith(ERP.split("/")[0])]
    return Setting(site=site, erps={erp.id: erp for erp in erps})


def derived(file: CountryFile, today: dt.date | None = None) -> CountryRecords:
    """Everything that a build on the day ``today`` publishes about a country."""
    return derive_country(file, setting(today))


def obligations_of(file: CountryFile, today: dt.date | None = None) -> tuple[ObligationClaim, ...]:
    """Return the obligations of a country."""
    return derived(file, today).obligations


def published_obligations(file: CountryFile, today: dt.date | None = None) -> tuple[Obligation, ...]:
    """Return the obligations of a country as a build on the day ``today`` publishes them."""
    return tuple(claim.record for claim in obligations_of(file, today))


def located(record: Record, sources: Mapping[str, CitedSource], *, key: str = "vat") -> LocatedClaim[Any]:
    """Return a claim in a file of France that has these sources."""
    spec = claim_spec(type(record))
    assert spec
    file = SimpleNamespace(sources=sources, code="fr")
    return LocatedClaim(spec=spec, source=record, file=file, json_path=f"$.{key}")


def provenance_of_record(record: Record, sources: Mapping[str, CitedSource]) -> Provenance:
    """Return the provenance of a claim in a file that has these sources."""
    return cite(located(record, sources), setting().erps)
