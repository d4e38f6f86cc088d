"""The status of a build, which changes with its day although nobody edits the data."""

import datetime as dt
from collections.abc import Iterator

from locdata_build.derive.published import Published
from locdata_model.data_files import CONNECTORS_FILE, REPORTING_FILE
from locdata_model.endpoints import FACTS, LOCAL_ERPS, PARTNER_FLAGS, PARTNERS, PHASES
from locdata_model.status import BuildStatus, OldestCheck


def derive_status(published: Published) -> BuildStatus:
    """Return the status as of the day of the build."""
    today = published.site.today
    date, resource, record = min(_checks(published))
    return BuildStatus(
        next_flip=next((flip for flip in published.flips if flip.date > today), None),
        next_phase=next((phase for phase in published.phases if phase.date > today), None),
        oldest_check=OldestCheck(date=date, resource=resource, record=record),
    )


def _checks(published: Published) -> Iterator[tuple[dt.date, str, str]]:
    """Yield the date of each record's check, its list and its id. Flips are left out: they are checked as their phases."""
    for country in published.records:
        detail = country.detail
        yield from ((fact.last_checked, FACTS.list_name, fact.id) for fact in detail.facts)
        yield from ((local.last_checked, LOCAL_ERPS.list_name, local.id) for local in detail.local_erps)
        yield from ((flag.last_checked, PARTNER_FLAGS.list_name, flag.id) for flag in detail.partner_flags)
        yield from ((partner.last_checked, PARTNERS.list_name, partner.id) for partner in detail.partners)
        yield from ((phase.last_checked, PHASES.list_name, phase.id) for phase in country.phases)
        for report in country.reports:
            yield report.provenance.last_checked, REPORTING_FILE.list_name, report.anchor
    for connector in published.connectors:
        identifier = "-".join(getattr(connector.row, field) for field in CONNECTORS_FILE.key)
        yield connector.row.last_verified, CONNECTORS_FILE.list_name, identifier
