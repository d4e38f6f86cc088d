"""The platforms of a country's authorities for invoices and reports."""

from typing import Annotated

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.statements import CITES
from locdata_model.platforms import (
    DocumentationAddress,
    Obligations,
    Operator,
    Platform,
    PlatformName,
    PlatformTerm,
    PlatformUse,
    ProductionAddress,
    TestAddress,
)
from locdata_model.scalars import LastChecked
from locdata_model.vocabulary import ClaimKind


class SourcePlatform(SourceDated, frozen=True, kw_only=True):
    """A system of an authority, or one that it names, through which invoices or reports go."""

    name: PlatformName
    term: PlatformTerm = None
    operator: Operator = None
    for_obligations: Obligations = ()
    production_url: ProductionAddress = None
    test_url: TestAddress = None
    documentation_url: DocumentationAddress = None
    use: Annotated[PlatformUse, CITES]
    checked: LastChecked


# Claims

PLATFORM: ClaimSpec[SourcePlatform, Platform] = dated_claim(
    SourcePlatform,
    Platform,
    ClaimKind.PLATFORM,
    in_search="Platform",
    label=lambda claim, erps: (claim.source.name,),
    order=lambda record: (record.name,),
)
