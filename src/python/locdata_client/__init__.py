"""A client of the localization data service: typed answers from the URL or the folder of a site.

    from locdata_client import Client

    client = Client("https://data.example")
    upcoming = client.upcoming(["de", "pl"])

Answers are records of ``locdata_model``. ``None`` means unknown.
"""

from locdata_client.client import API_VERSION, Client, ErpSupport, ReportSupport
from locdata_client.files import (
    InvalidContentError,
    LocdataError,
    NotFoundError,
    UnreachableError,
    UnsupportedVersionError,
)

__all__ = [
    "API_VERSION",
    "Client",
    "ErpSupport",
    "InvalidContentError",
    "LocdataError",
    "NotFoundError",
    "ReportSupport",
    "UnreachableError",
    "UnsupportedVersionError",
]
