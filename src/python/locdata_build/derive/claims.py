"""Every claim of the dataset with its provenance: what sources, due checks and audits are derived from."""

from collections.abc import Iterator

from msgspec import Struct

from locdata_build.derive.provenance import Provenance, bibliography_of
from locdata_build.source.claims import LocatedClaim, located_claims
from locdata_build.source.files import CountryFile, Dataset, path_of


class DerivedClaim(Struct, frozen=True, kw_only=True):
    """A claim, the path of its file, its provenance, and its country: None for a connector, an ERP product and a term."""

    located: LocatedClaim
    file: str
    country: str | None
    provenance: Provenance

    @property
    def name(self) -> str:
        """The name, which no other claim has: ``facts/fr-vat``."""
        return self.located.name


def derive_claims(dataset: Dataset) -> Iterator[DerivedClaim]:
    """Yield the claims of the countries by code, then those on connectors, on ERP products and on terms."""
    for file in dataset.sourced_files:
        bibliography = bibliography_of(file, dataset.erps)
        country = file.code if isinstance(file, CountryFile) else None
        for located in located_claims(file):
            provenance = bibliography.cite(located.claim)
            yield DerivedClaim(located=located, file=path_of(file), country=country, provenance=provenance)
