"""Whether an address can be made from a name."""

from collections.abc import Iterator

from locdata_build.source.codes import Code
from locdata_build.source.faults import Finding
from locdata_build.source.slugs import LONGEST_SLUG


def slug_findings(slug: str, path: str, what: str) -> Iterator[Finding]:
    """Whether ``what`` can lie at the address that is made from the name at ``path``."""
    if not slug:
        yield path, Code.NO_SLUG, f"must hold a Latin letter or a digit, for the address of the {what}"
    if len(slug) > LONGEST_SLUG:
        message = f"must make an address of at most {LONGEST_SLUG} characters, but makes one of {len(slug)}"
        yield path, Code.TOO_LONG, message
