"""The scalar types of the published records: codes, ids, dates, times, versions and URLs.

Constraints are part of the types, so that decoding enforces them and every schema made from the types has them.
"""

import datetime as dt
from typing import Annotated

from msgspec import Meta

CountryCode = Annotated[
    str, Meta(pattern="^[a-z]{2}$", description="Lower-case ISO 3166-1 alpha-2 country code", examples=["fr"])
]

ErpId = Annotated[
    str,
    Meta(
        pattern="^[a-z0-9]+([-_][a-z0-9]+)*$",
        description="Id of an ERP product in the registry",
        examples=["erp_id_01"],
    ),
]

ErpKey = Annotated[
    str,
    Meta(
        pattern="^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
        description="Column name of an ERP product in the reporting data file",
        examples=["erp_key_01"],
    ),
]

Slug = Annotated[
    str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", description="Stable last part of an id", examples=["united-kingdom"])
]

RecordId = Annotated[
    str,
    Meta(
        pattern="^[a-z]{2}(-[a-z0-9]+([-_][a-z0-9]+)*)+$",
        description="Stable id, which begins with the country code",
        examples=["fr-vat"],
    ),
]

NewsId = Annotated[str, Meta(pattern="^n[1-9][0-9]*$", description="Stable id of a news item", examples=["n1"])]

IsoDate = Annotated[
    dt.date,
    Meta(
        description="ISO 8601 calendar date, YYYY-MM-DD",
        examples=["2026-11-21"],
        extra_json_schema={"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},
    ),
]

Year = Annotated[str, Meta(pattern="^[0-9]{4}$", description="Calendar year", examples=["2027"])]

UtcStamp = Annotated[
    dt.datetime,
    Meta(
        tz=True,
        description="UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ",
        examples=["2026-11-21T00:00:00Z"],
        extra_json_schema={"pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"},
    ),
]

STAMP_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
"""The format of a UTC timestamp for ``strftime`` and ``strptime``."""

WebUrl = Annotated[
    str,
    Meta(
        # The characters that RFC 3986 allows in a URI; any other is percent-encoded.
        pattern=r"^https?://[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*(:[0-9]{1,5})?"
        r"([/?#]([A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?$",
        description="Absolute http or https URL",
        examples=["https://example.org/page"],
        extra_json_schema={"format": "uri"},
    ),
]

SitePath = Annotated[
    str,
    Meta(
        pattern=r"^/([A-Za-z0-9_{}-][A-Za-z0-9._{}-]*/)*([A-Za-z0-9_{}-][A-Za-z0-9._{}-]*)?$",
        description="Path relative to the base URL of the site",
        examples=["/api/v1/countries/fr.json"],
    ),
]

WebUrlList = Annotated[
    str,
    Meta(
        pattern=r"^(https?://\S+( https?://\S+)*)?$",
        description="Absolute URLs, joined by one space; empty if there is none",
    ),
]

CountryCodeList = Annotated[
    str,
    Meta(
        pattern="^([a-z]{2}( [a-z]{2})*)?$", description="Lower-case country codes, joined by one space; may be empty"
    ),
]

Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9][0-9]{0,8})[.](0|[1-9][0-9]{0,8})[.](0|[1-9][0-9]{0,8})$",
        description="Semantic version",
        examples=["1.0.0"],
    ),
]

EmailAddress = Annotated[str, Meta(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", description="Email address")]

Text = Annotated[str, Meta(min_length=1)]

Count = Annotated[int, Meta(ge=0)]


def version_parts(version: str) -> tuple[int, int, int]:
    """Return the major, minor and patch number of a version, so that versions can be compared."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch
