"""The platforms of a country's authorities for invoices and reports."""

from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.statements import CITES
from locdata_model import platforms
from locdata_model.scalars import LastChecked
from locdata_model.vocabulary import ClaimKind


class SourcePlatform(SourceDated, frozen=True, kw_only=True):
    """A system of an authority, or one that it names, through which invoices or reports go."""

    name: platforms.PlatformName
    term: platforms.PlatformTerm = None
    operator: platforms.Operator = None
    for_obligations: platforms.Obligations = ()
    production_url: platforms.ProductionAddress = None
    test_url: platforms.TestAddress = None
    documentation_url: platforms.DocumentationAddress = None
    use: Annotated[platforms.PlatformUse, CITES]
    checked: LastChecked


# Claims

PLATFORM: ClaimSpec[SourcePlatform, platforms.Platform] = dated_claim(
    SourcePlatform,
    platforms.Platform,
    ClaimKind.PLATFORM,
    label=lambda claim, erps: (claim.source.name,),
    order=lambda record: (record.name,),
)
