"""Ids of records, names of claims, and UUIDs. They are made in one place, because published names never change."""

from uuid import UUID, uuid5

from locdata_model.urls import hyphenated, slugify


def fact_id(country_code: str, topic: str, erp_id: str | None = None) -> str:
    """Return the id of a fact: ``fr-vat``, ``fr-erp-localization-erp_id_01``."""
    return "-".join(filter(None, (country_code, hyphenated(topic), erp_id)))


def phase_id(country_code: str, obligation: str, slug: str) -> str:
    """Return the id of a phase: ``pl-saft-monthly-jpk-vat``. It has no date in it, because the date may move."""
    return f"{country_code}-{hyphenated(obligation)}-{slug}"


def flip_id(country_code: str, toggle: str, slug: str) -> str:
    """Return the id of a flip, given the slug of its phase."""
    return f"{country_code}-{hyphenated(toggle)}-{slug}"


def obligation_id(country_code: str, obligation: str) -> str:
    """Return the id of an obligation: ``pl-saft``."""
    return f"{country_code}-{hyphenated(obligation)}"


def report_support_id(report: str, erp_id: str) -> str:
    """Return the id of the support of the report with the id ``report`` by an ERP product: ``saf-t-pt-1-odoo``."""
    return f"{report}-{erp_id}"


def absent_report_id(country_code: str, kind: str) -> str:
    """Return the id of a report that does not exist: ``ch-one-stop-shop``."""
    return f"{country_code}-{kind}"


def connector_id(erp_id: str, provider: str) -> str:
    """Return the id of the connector between an ERP product and the provider called ``provider``."""
    return f"{erp_id}-{slugify(provider)}"


def claim_name(kind: str, identifier: str) -> str:
    """Return the name of a claim, which no other claim has: ``facts/fr-vat``."""
    return f"{kind}/{identifier}"


def record_id(country_code: str, *parts: str) -> str:
    """Return the id of a local ERP system, a partner flag or a partner: ``fr-erp_id_01-partner``."""
    return "-".join((country_code, *parts))


# Must never change: calendars would show every entry twice.
_NAMESPACE = UUID("7b11eeec-bc28-4ca6-a36f-0b34289e3a69")


def permanent_uuid(name: str) -> UUID:
    """Return the UUID of a name such as ``phases/pl-saft-monthly-jpk-vat``, without a host: the site may move."""
    return uuid5(_NAMESPACE, name)
