"""One package in the runnable file, by the metadata that its publisher gave it."""

import re

from msgspec import Struct
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.metadata import RawMetadata, parse_email
from packaging.utils import canonicalize_name

_PLAIN = {"MIT License": "MIT"}
"""Words that mean one licence and no other."""


class Distribution(Struct, frozen=True, kw_only=True):
    """A package: what it is called, what it says of its licence, and where its licence texts are in the runnable file.

    ``licence`` is an SPDX expression, or None where the package names none; ``licence_words`` is then what it says
    instead. Nothing is guessed from a licence's text or from words that fit several licences ("BSD License").
    """

    name: str
    version: str
    licence: str | None
    licence_words: str | None
    licence_files: tuple[str, ...]
    homepage: str | None


def parse_distribution(metadata: bytes, licence_files: tuple[str, ...]) -> Distribution:
    """The package that ``metadata``, a file METADATA, is of. Raises ``KeyError`` where it has no name or no version."""
    raw, _ = parse_email(metadata)
    expression = _expression(raw)
    return Distribution(
        name=canonicalize_name(raw["name"]),
        version=raw["version"],
        licence=expression,
        licence_words=None if expression else _words(raw),
        licence_files=licence_files,
        homepage=_homepage(raw),
    )


def _expression(raw: RawMetadata) -> str | None:
    """The newer field is an expression by its standard; the older one often is, and some words are as good as one."""
    for text in (raw.get("license_expression"), raw.get("license"), _PLAIN.get(_words(raw) or "")):
        try:
            return canonicalize_license_expression(text or "")
        except InvalidLicenseExpression:
            continue
    return None


def _words(raw: RawMetadata) -> str | None:
    named = [text.rpartition(" :: ")[2] for text in raw.get("classifiers", []) if text.startswith("License :: ")]
    # Some publishers put the whole text of the licence into the field.
    return "; ".join(named) or raw.get("license", "").partition("\n")[0] or None


def _homepage(raw: RawMetadata) -> str | None:
    """The address under the label that the standard of well-known labels gives it, however it is written."""
    labelled = {re.sub(r"[\W_]", "", label).lower(): url for label, url in raw.get("project_urls", {}).items()}
    return raw.get("home_page") or labelled.get("homepage")
