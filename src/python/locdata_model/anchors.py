"""The anchors that more than one module needs.

Every one of them is a promise: once published, it never changes.
"""

from collections.abc import Mapping
from enum import StrEnum

from locdata_model.urls import PageName, hyphenated, slugify
from locdata_model.vocabulary import ReportingTopic, Topic

# The prefixes "duty" and "step", the timeline's anchor "steps", and "phase-chart" on the pages of countries, are former terms:
# they stay because they are published.


class PageAnchor(StrEnum):
    """A section of a page for all countries that other pages link to."""

    ANNOUNCED = "announced"
    CALENDAR = "calendar"
    ERRORS = "errors"
    FLIPS = "flips"
    PROVIDERS = "providers"
    TOGGLES = "toggles"
    SOURCES = "sources"


class CountryAnchor(StrEnum):
    """A section of a country's page that is linked to from elsewhere. Each reporting topic has a section too."""

    EARLIER_PHASES = "phase-chart"
    E_INVOICING = "e-invoicing"
    E_INVOICING_RULES = "e-invoicing-rules"
    ERP = "erp"
    FACTS = "facts"
    LOCAL_ERPS = "local-erps"
    PARTNERS = "partners"
    RECORDS = "records"


TOPIC_FACTS: Mapping[ReportingTopic, tuple[Topic, ...]] = {
    ReportingTopic.VAT_REPORTING: (Topic.VAT, Topic.PERIODIC_REPORTING)
}
"""The facts shown in the section of a reporting topic. The section of facts has all others but e-invoicing."""

_FACT_SECTIONS: Mapping[Topic, str] = {
    Topic.E_INVOICING: CountryAnchor.E_INVOICING,
    **{topic: section for section, topics in TOPIC_FACTS.items() for topic in topics},
}


def fact_anchor(topic: Topic) -> str:
    """Return the anchor of the section of a country's page that shows its fact on a topic."""
    return _FACT_SECTIONS.get(topic, CountryAnchor.FACTS)


def country_anchor(country_code: str) -> str:
    """Return the anchor of a country's row, or of its group of rows, on a page with a table of countries."""
    return country_code


def erp_anchor(erp_id: str) -> str:
    """Return the anchor of an ERP product on a country's page."""
    return f"erp-{erp_id}"


def matrix_anchor(country_code: str, erp_id: str) -> str:
    """Return the anchor of a row of the e-invoicing matrix."""
    return f"{country_code}-{erp_id}"


def report_anchor(topic: str, country_code: str, number: int) -> str:
    """Return the anchor of a report, which is its id: ``saf-t-pt-1``. Its number within its topic is permanent."""
    return f"{topic}-{country_code}-{number}"


def obligation_anchor(kind: str) -> str:
    """Return the anchor of an obligation on a country's page."""
    return f"duty-{hyphenated(kind)}"


def phase_anchor(phase: str) -> str:
    """Return the anchor of the phase with the id ``phase``, on the timeline and on its country's page."""
    return f"step-{phase}"


def phase_path(phase: str) -> str:
    """Return the path of the phase with the id ``phase`` on the timeline."""
    return f"{PageName.TIMELINE.path}#{phase_anchor(phase)}"


def release_anchor(version: str) -> str:
    """Return the anchor of a release on the page of the changes."""
    return f"v{version.replace('.', '-')}"


def schema_anchor(name: str) -> str:
    """Return the anchor of a component schema on the page of the API on its fields."""
    return f"schema-{name}"


def local_erp_anchor(local_erp: str) -> str:
    """Return the anchor of the local ERP system with the id ``local_erp``."""
    return f"local-erp-{local_erp}"


def partner_anchor(partner: str) -> str:
    """Return the anchor of the partner with the id ``partner``."""
    return f"partner-{partner}"


def source_anchor(source: str) -> str:
    """Return the anchor of the source with the id ``source``."""
    return f"source-{source}"


def sponsor_anchor(sponsor: str) -> str:
    """Return the anchor of the paid placement with the id ``sponsor``."""
    return f"sponsor-{sponsor}"


def dated_record_anchor(kind: str, slug: str) -> str:
    """Return the anchor of a rate, a threshold or a format on the page of its country."""
    return f"{kind}-{slug}"


def term_anchor(term: str) -> str:
    """Return the anchor of the term with the id ``term`` in the glossary."""
    return f"term-{term}"


def term_path(term: str) -> str:
    """Return the path of the term with the id ``term`` in the glossary."""
    return f"{PageName.GLOSSARY.path}#{term_anchor(term)}"


def region_anchor(region: str) -> str:
    """Return the anchor of a region on the page of the feeds."""
    return f"region-{slugify(region)}"


def obligation_map_anchor(kind: str) -> str:
    """Return the anchor of the map of an obligation."""
    return f"map-{hyphenated(kind)}"
