"""Obligations of a country as the API publishes them, on the day of the small dataset or on another."""

import datetime as dt

import msgspec
from msgspec.structs import replace

from locdata_build.derive.obligation_records import obligation_records
from locdata_build.derive.obligations import DerivedObligation, derive_obligations
from locdata_build.derive.provenance import Bibliography
from locdata_build.source.files import CountryFile, SiteFile
from locdata_model.obligations import Obligation
from support.dataset import whole


def obligations_of(file: CountryFile) -> tuple[DerivedObligation, ...]:
    """The obligations of a country with their provenance."""
    return tuple(derive_obligations(file, Bibliography(file.sources, {})))


def published_obligations(file: CountryFile, today: dt.date | None = None) -> tuple[Obligation, ...]:
    """The obligations of a country as a build on the day ``today`` publishes them."""
    site = msgspec.convert(whole()["site.json"], SiteFile)
    if today:
        site = replace(site, generated_at=dt.datetime.combine(today, dt.time(), dt.UTC))
    return tuple(obligation_records(file, obligations_of(file), site))
