"""What the builder says at the end of a build."""

from collections.abc import Sequence

from locdata_build.derive.filters import TOGGLE_NAMES
from locdata_build.derive.published import Published
from locdata_model.toggles import ToggleCount


def summarize(published: Published, sizes: Sequence[int], seconds: float) -> str:
    """A few lines: files and their ``sizes`` in bytes, records, coverage of the toggles, time in seconds."""
    facts = sum(country.counts.facts for country in published.countries)
    verified = sum(country.counts.facts_verified for country in published.countries)
    width = max(map(len, TOGGLE_NAMES))
    return "\n".join(
        [
            f"{len(sizes)} files, {sum(sizes):,} bytes, {seconds:.1f} s",
            f"countries: {len(published.countries)}, ERP products: {len(published.erps)}",
            f"facts: {facts}, verified: {verified}",
            f"{'toggle':{width}}  true false null",
            *(_coverage_line(name, getattr(published.toggle_coverage, name), width) for name in TOGGLE_NAMES),
        ]
    )


def _coverage_line(name: str, count: ToggleCount, width: int) -> str:
    return f"{name:{width}}  {count.yes:4} {count.no:5} {count.unknown:4}"
