"""Which new values come from the calendar: a phase's day lies between two sites, and nobody edited a thing."""

from collections.abc import Mapping

from msgspec import Struct

from locdata_build.contract.snapshot import PHASES, Row, Snapshot, Turn
from locdata_model.vocabulary import ObligationKind, Topic


class Between(Struct, frozen=True, kw_only=True):
    """The steps and the turns of toggles whose day lies after one site and not after the other."""

    steps: Mapping[str, Row]
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
            return next((name for name, step in self.steps.items() if _day(step) == day), None)
        return None


def between(old: Snapshot, new: Snapshot) -> Between:
    """What the older site says of the days until the newer one."""
    since, until = (site.generated_at.date().isoformat() for site in (old, new))
    return Between(
        steps={name: step for name, step in old.records.get(PHASES, {}).items() if since < step["date"] <= until},
        turns=tuple(turn for turn in old.turns if since < turn.date.isoformat() <= until),
    )


def _day(step: Row) -> tuple[str, str, str]:
    return step["country"], step["obligation"], step["date"]
