"""Which new values come from the calendar: a phase's day lies between two sites, and nobody edited a thing."""

from msgspec import Struct

from locdata_build.contract.snapshot import Row, Snapshot, Step, Turn
from locdata_model.vocabulary import ObligationKind, Topic


class Between(Struct, frozen=True, kw_only=True):
    """The steps and the turns of toggles whose day lies after one site and not after the other."""

    steps: tuple[Step, ...]
    turns: tuple[Turn, ...]

    def phase_behind(self, field: str, before: Row, after: Row) -> str | None:
        """The phase that gave a field of a record its new value; None where an edit did."""
        toggle = field.removeprefix("toggles.")
        if toggle != field:
            wanted = (before.get("code"), toggle, before.get(field), after.get(field))
            return next((t.phase for t in self.turns if (t.country, t.toggle, t.before, t.after) == wanted), None)
        if field == "effective_date" and before.get("topic") == Topic.E_INVOICING and before.get(field, "") is None:
            # A first step that lay ahead of a duty in force said nothing of its start: it is published once it has come.
            day = (before.get("country"), ObligationKind.E_INVOICING_B2B, after.get(field))
            return next((s.id for s in self.steps if (s.country, s.obligation, s.date.isoformat()) == day), None)
        return None


def between(old: Snapshot, new: Snapshot) -> Between:
    """What the older site says of the days until the newer one."""
    since, until = old.generated_at.date(), new.generated_at.date()
    return Between(
        steps=tuple(step for step in old.steps if since < step.date <= until),
        turns=tuple(turn for turn in old.turns if since < turn.date <= until),
    )
