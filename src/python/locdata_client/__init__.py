"""A client of the localization data service: typed answers from the URL or the folder of a site.

    from locdata_client import Client

    client = Client("https://data.example")
    upcoming = client.upcoming(["de", "pl"])

Answers are records of ``locdata_model``. ``None`` means unknown.
"""

from locdata_client.client import API_VERSION as API_VERSION
from locdata_client.client import Client as Client
from locdata_client.client import ErpSupport as ErpSupport
from locdata_client.client import ReportSupport as ReportSupport
from locdata_client.files import InvalidContentError as InvalidContentError
from locdata_client.files import LocdataError as LocdataError
from locdata_client.files import NotFoundError as NotFoundError
from locdata_client.files import UnreachableError as UnreachableError
from locdata_client.files import UnsupportedVersionError as UnsupportedVersionError
