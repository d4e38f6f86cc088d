"""Confidence grades of a country's answers, and the age of their sources."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.provenance import Provenance
from locdata_build.view.text import Badge, Rich, Tone, rich
from locdata_build.view.words import VERIFICATIONS, counted
from locdata_model.vocabulary import Verification

SOURCE_GRADES: Mapping[Verification, Badge] = {
    Verification.OFFICIAL: Badge(VERIFICATIONS[Verification.OFFICIAL].label, Tone.OFFICIAL),
    Verification.SECONDARY: Badge(VERIFICATIONS[Verification.SECONDARY].label, Tone.SECONDARY),
    Verification.UNVERIFIED: Badge(VERIFICATIONS[Verification.UNVERIFIED].label, Tone.UNKNOWN),
}
"""The badge of the grade of a source or a claim."""

ANSWER_GRADES: Mapping[Verification, Badge] = {**SOURCE_GRADES, Verification.UNVERIFIED: Badge("unknown", Tone.UNKNOWN)}
"""The badge of the grade of an answer. An answer that no source confirms is unknown."""


def answer_grade(provenance: Provenance | None) -> Verification:
    """Return the grade of an answer: that of the first source of its claim. An answer without a claim is not verified."""
    return provenance.verification if provenance else Verification.UNVERIFIED


def counted_answers(country: CountryRecords) -> str:
    """Return the number of answers on a country with each grade: ``2 official, 3 secondary, 1 unknown``.

    Counted are the answers at the top of its page with a single claim: on every obligation, and on the format of
    e-invoices. The answer on ERP products, with a claim for each product, is not.
    """
    counts = Counter(map(answer_grade, _answers(country)))
    return ", ".join(f"{counts[grade]} {badge.text}" for grade, badge in ANSWER_GRADES.items() if counts[grade])


def _answers(country: CountryRecords) -> Iterator[Provenance | None]:
    yield from (obligation.provenance for obligation in country.obligations)
    yield country.mandate.provenance if country.mandate else None


def known_as_of(claims: Iterable[Provenance]) -> Rich:
    """Return the date of the newest source that claims cite, and the number of undated sources.

    Without a dated source, it is the day on which a source was last read.
    """
    sources = {citation.id: citation.source for claim in claims for citation in claim.citations}.values()
    published = [source.published for source in sources if source.published]
    if published:
        undated = len(sources) - len(published)
        others = f"; {undated} of {counted(len(sources), 'source')} without a date" if undated else ""
        return rich("Known as of ", max(published), f" (newest dated source{others})")
    return rich("No source is dated; the newest was read ", max(source.read for source in sources))
