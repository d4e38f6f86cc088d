"""The status of a build, which changes with its day although nobody edits the data."""

from locdata_build.derive.published import Published
from locdata_model.status import BuildStatus, OldestCheck


def derive_status(published: Published) -> BuildStatus:
    """Return the status as of the day of the build."""
    today = published.site.today
    date, kind, identifier = min(
        (claim.provenance.last_checked, claim.located.kind, claim.located.id) for claim in published.claims
    )
    return BuildStatus(
        next_flip=next((flip for flip in published.flips if flip.date > today), None),
        next_phase=next((phase for phase in published.phases if phase.date > today), None),
        oldest_check=OldestCheck(date=date, resource=kind.value, record=identifier),
        due_claims=len(published.due_claims),
    )
