"""The obligations of a country with their provenance."""

from collections.abc import Iterator
from typing import NamedTuple

from locdata_build.derive.provenance import Bibliography, Provenance
from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation
from locdata_model.vocabulary import ObligationKind


class DerivedObligation(NamedTuple):
    """An obligation: its kind, its source record and its provenance."""

    kind: ObligationKind
    source: Obligation
    provenance: Provenance


def derive_obligations(country: CountryFile, bibliography: Bibliography) -> Iterator[DerivedObligation]:
    """Yield the obligations in the order of the vocabulary."""
    for kind in ObligationKind:
        source: Obligation = getattr(country.obligations, kind.value)
        yield DerivedObligation(kind, source, bibliography.cite(source))
