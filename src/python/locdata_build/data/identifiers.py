"""The identifiers of businesses in a country, and the schemes under which Peppol knows them."""

import re
from typing import Annotated

from msgspec import Meta

from locdata_build.data.claims import ClaimSpec
from locdata_build.data.dated_records import SourceDated, dated_claim
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import CheckContext, Issues, rule
from locdata_build.data.statements import CITES
from locdata_model import identifiers
from locdata_model.scalars import LastChecked, PermanentSlug
from locdata_model.vocabulary import ClaimKind


class SourceIdentifier(SourceDated, frozen=True, kw_only=True):
    """A number by which authorities and partners know a business."""

    kind: identifiers.IdentifierKind
    name_local: identifiers.LocalName
    name_en: identifiers.EnglishName
    short: identifiers.ShortName = None
    pattern: identifiers.Pattern = None
    example: identifiers.Example = None
    prefix: identifiers.Prefix = None
    meaning: Annotated[identifiers.Meaning, CITES]
    checked: LastChecked


class SourcePeppolScheme(SourceDated, frozen=True, kw_only=True):
    """A scheme under which participants of the country are registered in Peppol."""

    code: identifiers.SchemeCode
    name: identifiers.SchemeName
    state: identifiers.SchemeState
    identifier: Annotated[PermanentSlug | None, Meta(description="Slug of the identifier; null: another one")] = None
    use: Annotated[identifiers.SchemeUse, CITES]
    checked: LastChecked


@rule(IssueCode.WRONG_VALUE)
def example_has_pattern(record: SourceIdentifier, context: CheckContext) -> Issues:
    """The pattern of an identifier must be a regular expression, and its example must match it."""
    try:
        pattern = re.compile(record.pattern or ".*")
    except re.error as error:
        yield ".pattern", f"must be a regular expression, but {error}"
        return
    if record.example is not None and not pattern.fullmatch(record.example):
        yield ".example", f"must match the pattern {record.pattern!r}, got {record.example!r}"


# Claims

IDENTIFIER: ClaimSpec[SourceIdentifier, identifiers.Identifier] = dated_claim(
    SourceIdentifier,
    identifiers.Identifier,
    ClaimKind.IDENTIFIER,
    label=lambda claim, erps: (claim.source.name_local, f" ({claim.source.short})" if claim.source.short else ""),
    order=lambda record: ([*identifiers.IdentifierKind].index(record.kind),),
)

PEPPOL_SCHEME: ClaimSpec[SourcePeppolScheme, identifiers.PeppolScheme] = dated_claim(
    SourcePeppolScheme,
    identifiers.PeppolScheme,
    ClaimKind.PEPPOL_SCHEME,
    label=lambda claim, erps: (f"Peppol scheme {claim.source.code}: ", claim.source.name),
    order=lambda record: ([*identifiers.SchemeState].index(record.state), record.code),
)
