"""The top-level folders that the site uses itself, beside those of the countries.

A country's page lies at ``/<slug>/``, so no country's slug may be one of these names.
"""

from enum import StrEnum


class PageName(StrEnum):
    """A folder for pages or files that are no country's."""

    E_INVOICING = "e-invoicing"
    REPORTING = "reporting"
    CONNECTORS = "connectors"
    COUNTRIES = "countries"
    LOCAL_ERPS = "local-erps"
    PARTNERS = "partners"
    NEWS = "news"
    ERP = "erp"
    TIMELINE = "timeline"
    DATA = "data"
    API = "api"
    LICENCE = "licence"
    METHODOLOGY = "methodology"
    SPONSORS = "sponsors"
    CHANGES = "changes"
    POLICY = "policy"
    FEEDS = "feeds"
    ASSETS = "assets"
