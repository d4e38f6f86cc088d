"""The formats of a country: the versions in which invoices, their data and audit files are exchanged."""

from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.statements import CITES
from locdata_model import formats
from locdata_model.scalars import LastChecked
from locdata_model.vocabulary import ClaimKind, ObligationKind


class SourceFormat(SourceDated, frozen=True, kw_only=True):
    """A version of a format, for certain flows and days. One with the name "Not known." states that none was found."""

    name: formats.FormatName
    version: formats.FormatVersion = None
    syntaxes: formats.Syntaxes
    flows: formats.Flows
    networks: formats.Networks = ()
    term: formats.FormatTerm = None
    publisher: formats.FormatPublisher = None
    schema_url: formats.SchemaAddress = None
    artefact: formats.Artefact = None
    use: Annotated[formats.Use, CITES]
    checked: LastChecked

    @property
    def full_name(self) -> tuple[str, ...]:
        """The name with the version, ``XRechnung 3.0``, in parts: pages isolate those that run from right to left."""
        return (self.name, " ", self.version) if self.version else (self.name,)

    def is_for(self, obligation: ObligationKind) -> bool:
        """Return whether an obligation is about one of the flows."""
        return obligation in map(formats.OBLIGATION_OF_FLOW.get, self.flows)


# Claims

FORMAT: ClaimSpec[SourceFormat, formats.Format] = dated_claim(
    SourceFormat,
    formats.Format,
    ClaimKind.FORMAT,
    answer="name",
    label=lambda claim, erps: claim.source.full_name,
    order=lambda record: ([*formats.FormatFlow].index(record.flows[0]),),
)
