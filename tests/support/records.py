"""Records of source files as JSON values, for the small set and for changes of it."""

import re
from typing import Any

from msgspec import UNSET

from locdata_model.urls import slugify

DAY = "2026-11-20"
"""The day on which every source was read and every claim was checked."""

KINDS = {"tax.example": "authority", "vendor.example": "vendor", "law.example": "law", "news.example": "press"}
"""The kind of the sources on each host; those on other hosts are of firms for services."""

PUBLISHERS = {"tax.example": "Tax office", "vendor.example": "Vendor 1", "provider.example": "Provider"}
"""The publisher of each host; a host that is not listed is its own publisher."""


WITHOUT_ANSWER = "https://tax.example/faq"
"""A page that was read without an answer: the source of what is not known."""


_URL_MARKER = re.compile(r"(?<=\[\^)https://[^\s\]]+?(?=\]|: )")
"""The URL in a marker that names a source by its URL."""


def marked(text: str, *sources: str) -> str:
    """Return a text with markers before its last full stop. ``sources`` are URLs, which ``cited`` replaces, or ids of sources.

    Each may have a locator: ``https://law.example/vat: Art. 1``.
    """
    words, stop = (text[:-1], ".") if text.endswith(".") else (text, "")
    return f"{words}{''.join(f'[^{each}]' for each in sources)}{stop}"


NOT_KNOWN = marked("Not known.", WITHOUT_ANSWER)
"""What a claim says if nothing is known."""


def source_id(url: str) -> str:
    """Return the id of the source at a URL."""
    return slugify(url.removeprefix("https://"))


def source_record(url: str) -> dict[str, Any]:
    """Return the record of the source at a URL, which was read on the day of the check."""
    host, _, path = url.removeprefix("https://").partition("/")
    return {
        "url": url,
        "title": path.replace("/", " ").strip().capitalize() or None,
        "publisher": PUBLISHERS.get(host, host),
        "kind": KINDS.get(host, "service"),
        "language": "en",
        "published": None,
        "read": DAY,
        "evidence": "fetched",
    }


DATED_LISTS = (
    "vat_rates",
    "thresholds",
    "formats",
    "tax_rules",
    "identifiers",
    "peppol_schemes",
    "platforms",
    "product_releases",
)
"""The lists that a country's file leaves out if they are empty."""


def cited(file: dict[str, Any]) -> dict[str, Any]:
    """Return the file with ids instead of URLs in its markers, and with a record of each source that lacks one.

    An obligation without a required field that others do not have gets null there. Empty lists of dated records are left out.
    """
    urls: set[str] = set()

    def source_id_of(url: re.Match[str]) -> str:
        urls.add(url[0])
        return source_id(url[0])

    def with_ids(value: Any) -> Any:  # noqa: ANN401  # JSON
        match value:
            case str():
                return _URL_MARKER.sub(source_id_of, value)
            case list():
                return [with_ids(item) for item in value]
            case dict():
                return {key: with_ids(item) for key, item in value.items()}
        return value

    resolved: dict[str, Any] = {
        name: with_ids(value) for name, value in file.items() if value != [] or name not in DATED_LISTS
    }
    if isinstance(recorded := file.get("sources"), dict):
        records = {source_id(url): source_record(url) for url in urls} | recorded
        resolved["sources"] = dict(sorted(records.items()))
    if isinstance(obligations := resolved.get("obligations"), dict):
        for kind, name in OWN_FIELDS.items():
            if isinstance(value := obligations.get(kind), dict):
                obligations[kind] = {**value, name: value.get(name)} if name not in value else value
    return resolved


def source(name: str) -> str:
    """Return a deep link."""
    return f"https://tax.example/{name}"


def fact(value: str, *sources: str) -> dict[str, Any]:
    """Return a fact that cites ``sources``, by default a page of the tax office."""
    return {"value": marked(value, *(sources or [source("fact")])), "checked": DAY}


def phase(date: str, slug: str | None = None, /, **fields: object) -> dict[str, Any]:
    """Return a phase that is law, and does not say what it requires, unless ``fields`` say otherwise."""
    blank = {"slug": slug or f"step-{date}", "date": date, "what": f"Phase of {date}", "binds": None, "who": None}
    return {**blank, "certainty": "enacted", **fields}


CERTAINTIES: dict[str, dict[str, Any]] = {"planned": {"certainty": "announced"}, "voluntary": {"binds": []}}
"""Fields of phases that follow from the status of their obligation."""


def obligation(status: str = "in_force", /, *phases: str | dict[str, Any], **fields: object) -> dict[str, Any]:
    """Return an obligation with ``phases``; a date gives a phase that suits the status. ``unknown`` cites a page without an answer.

    One in force has applied since the first date, if that was before the check.
    """
    known = status != "unknown"
    made = [
        phase(each, f"step-{n}", **CERTAINTIES.get(status, {})) if isinstance(each, str) else each
        for n, each in enumerate(phases, start=1)
    ]
    has_applied = status == "in_force" and made and made[0]["date"] <= DAY
    return {
        "status": status,
        "since": made[0]["date"] if has_applied else None,
        "phases": made,
        "summary": marked(f"The obligation is {status}.", source("law")) if known else NOT_KNOWN,
        "checked": DAY,
        **fields,
    }


OWN_FIELDS = {"e_invoicing_b2g": "bound", "real_time_reporting": "mode"}
"""The required field of an obligation that others do not have."""


def report_support(notes: str = marked("Makes the return.", "https://vendor.example/vat")) -> dict[str, Any]:
    """Return the support of a report by the first product."""
    return {"erp": "erp_id_01", "support": "native", "action": "files", "notes": notes, "checked": DAY}


def report(topic: str = "vat-reporting", number: int = 1, /, **fields: object) -> dict[str, Any]:
    """Return a monthly VAT return or SAF-T file, unless ``fields`` say otherwise."""
    return {
        "topic": topic,
        "number": number,
        "kind": "saf-t" if topic == "saf-t" else "vat-return",
        **{name: fields[name] for name in ["also_kinds"] if name in fields},
        "form": None,
        "aliases": [],
        "report_local": "Déclaration",
        "report_en": "VAT return",
        "frequency": "Monthly",
        "frequencies": [{"frequency": "monthly"}],
        "deadline": "Day 24",
        "deadlines": [{"unit": "day-of-month", "months": 1, "number": 24}],
        "channel_format": marked("Online", source("return")),
        "notes": "",
        "erp_support": [report_support()],
        "checked": DAY,
        **fields,
    }


def absent_report(reason: str = "No law asks for it.") -> dict[str, Any]:
    """Return the reason why reports of a kind are not filed."""
    return {"reason": marked(reason, source("absent")), "checked": DAY}


def dated(fields: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a dated record with its fields in the order of files. Those that are ``UNSET`` are left out."""
    return {name: value for name, value in {**fields, **changes}.items() if value is not UNSET}


def vat_rate(slug: str = "standard", /, **fields: object) -> dict[str, Any]:
    """Return the standard rate of VAT, which applied before the day of the check, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": "2014-01-01",
        "until": UNSET,
        "tax": "VAT",
        "category": "standard",
        "rate": "20",
        "territory": UNSET,
        "territory_codes": UNSET,
        "applies_to": marked("All supplies without another rate.", source("vat-rates")),
        "checked": DAY,
    }
    return dated(blank, fields)


def threshold(slug: str = "registration", /, **fields: object) -> dict[str, Any]:
    """Return the threshold of registration, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": "2025-01-01",
        "until": UNSET,
        "kind": "registration",
        "amount": "40000",
        "currency": "EUR",
        "basis": "calendar-year",
        "established": UNSET,
        "who": UNSET,
        "obligation": UNSET,
        "effect": marked("Must register for VAT above the amount.", source("thresholds")),
        "checked": DAY,
    }
    return dated(blank, fields)


def format_record(slug: str = "ubl", /, **fields: object) -> dict[str, Any]:
    """Return a format of everything that an obligation asks for, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": "2020-01-01",
        "until": UNSET,
        "name": "UBL",
        "version": "2.1",
        "syntaxes": ["ubl"],
        "flows": ["b2b", "b2g", "reporting", "saf-t", "audit-file"],
        **dict.fromkeys(("networks", "term", "publisher", "schema_url", "artefact"), UNSET),
        "use": marked("Every invoice and file.", source("formats")),
        "checked": DAY,
    }
    return dated(blank, fields)


def tax_rule(slug: str = "deadline-shift", /, **fields: object) -> dict[str, Any]:
    """Return the rule that deadlines move to the next working day, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": None,
        "until": UNSET,
        "kind": "deadline-shift",
        "shift": "next-working-day",
        **dict.fromkeys(("who", "years", "days", "counted_from", "in_scope"), UNSET),
        "rule": marked("A deadline on a day off moves.", source("deadlines")),
        "checked": DAY,
    }
    return dated(blank, fields)


def identifier(slug: str = "vat-number", /, **fields: object) -> dict[str, Any]:
    """Return the VAT number, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": None,
        "until": UNSET,
        "kind": "vat",
        "name_local": "Numéro de TVA",
        "name_en": "VAT number",
        "short": UNSET,
        "pattern": "FR[0-9]{11}",
        "example": "FR12345678901",
        "prefix": "FR",
        "meaning": marked("Every business registered for VAT has one.", source("numbers")),
        "checked": DAY,
    }
    return dated(blank, fields)


def peppol_scheme(code: str = "9957", /, **fields: object) -> dict[str, Any]:
    """Return the scheme of the VAT number, unless ``fields`` say otherwise."""
    blank = {
        "slug": code,
        "since": None,
        "until": UNSET,
        "code": code,
        "name": "FR:VAT",
        "state": "active",
        "identifier": "vat-number",
        "use": marked("The VAT number.", source("schemes")),
        "checked": DAY,
    }
    return dated(blank, fields)


def platform(slug: str = "portal", /, **fields: object) -> dict[str, Any]:
    """Return the platform for e-invoices, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": "2020-01-01",
        "until": UNSET,
        "name": "Portal",
        "term": UNSET,
        "operator": "Tax office",
        "for_obligations": ["e_invoicing_b2b"],
        "production_url": "https://portal.example/",
        "test_url": "https://test.portal.example/",
        "documentation_url": UNSET,
        "use": marked("Every e-invoice goes through it.", source("portal")),
        "checked": DAY,
    }
    return dated(blank, fields)


def product_release(slug: str = "erp-id-01-e-invoicing", /, **fields: object) -> dict[str, Any]:
    """Return the release of the first product that makes e-invoices, unless ``fields`` say otherwise."""
    blank = {
        "slug": slug,
        "since": "2025-01-01",
        "until": UNSET,
        "erp": "erp_id_01",
        "topic": UNSET,
        "number": UNSET,
        "module": "E-invoices",
        "version": "26.1",
        "edition": UNSET,
        "backports": ["25.4"],
        "formats": UNSET,
        "action": "makes-file",
        "use": marked("Makes the format.", "https://vendor.example/releases"),
        "checked": DAY,
    }
    return dated(blank, fields)


def support(erp: str, support_type: str = "native") -> dict[str, Any]:
    """Return a cell of the matrix."""
    known = support_type != "unknown/unverified"
    return {
        "erp": erp,
        "support_type": support_type,
        "vendors": "",
        "notes": marked("Makes the format.", "https://vendor.example/e-invoices") if known else NOT_KNOWN,
        "checked": DAY,
    }


def erp(number: int) -> dict[str, Any]:
    """Return a product of the registry."""
    return {
        "$schema": "../schema/erp.schema.json",
        "id": f"erp_id_{number:02}",
        "key": f"erp_key_{number:02}",
        "name": f"Product {number}",
        "vendor": f"Vendor {number}",
        "category": "ERP",
        "profile": marked("A product.", "https://vendor.example/product"),
        "website": "https://vendor.example/",
        "localization_label": f"Product {number} localization",
        **({"in_countries_file": True} if number == 1 else {}),
        "checked": DAY,
        "sources": {},
    }


def tile(code: str) -> dict[str, int]:
    """Return a tile of the map that depends on the letters of ``code``, so that the countries of a test have different ones."""
    row, column = divmod((26 * ord(code[0]) + ord(code[1])) % (12 * 12), 12)
    return {"column": column + 1, "row": row + 1}


def country(code: str = "fr", name: str = "France") -> dict[str, Any]:
    """Return a tracked country."""
    return {
        "$schema": "../schema/country.schema.json",
        "code": code,
        "name": name,
        "aliases": [f"Pays {code}", "法国"],
        "region": "Region 1",
        "map_tile": tile(code),
        "facts": {
            "currency": fact("Euro (EUR)."),
            "vat": fact("Standard rate 20%."),
            "e_invoicing": fact("B2B e-invoices are compulsory."),
            "periodic_reporting": fact("Monthly VAT return."),
            "eu_vida": fact("Binds the country."),
            "statutory_accounts": fact("Not known.", WITHOUT_ANSWER),
            "tax_authority": fact("The tax office."),
        },
        "obligations": {
            "e_invoicing_b2b": obligation("in_force", "2026-01-01", "2027-01-01"),
            "e_invoicing_b2g": obligation("in_force", "2020-01-01"),
            "real_time_reporting": obligation("enacted", "2027-01-01"),
            "saft": obligation("none"),
            "audit_file": obligation("unknown"),
        },
        "e_invoicing": {
            "mandate": {
                "short_label": "B2B in force",
                "mandate": "Businesses must send e-invoices.",
                "scope": "Domestic B2B invoices.",
                "deadlines": "From 1 January 2026.",
                "format": marked("UBL", source("mandate")),
                "checked": DAY,
            },
            "erp_support": [support("erp_id_01"), support("erp_id_02", "unknown/unverified")],
        },
        "erp_localizations": [
            {"erp": "erp_id_01", "value": marked("A local version.", "https://vendor.example/local"), "checked": DAY}
        ],
        "reporting": [report()],
        "absent_reports": {},
        "vat_rates": [vat_rate()],
        "thresholds": [threshold()],
        "formats": [format_record()],
        "tax_rules": [tax_rule()],
        "identifiers": [identifier()],
        "peppol_schemes": [peppol_scheme()],
        "platforms": [platform()],
        "product_releases": [product_release()],
        "local_erps": [
            {
                "slug": "local",
                "name": "Local",
                "segment": "SME accounting",
                "description": marked("Accounting software.", "https://news.example/local"),
                "website": "https://local.example/",
                "checked": DAY,
            }
        ],
        "partners": [
            {
                "erp": "erp_id_01",
                "slug": "partner",
                "name": "Partner",
                "partner_type": "localization partner",
                "summary": marked("Localizes the product.", "https://partner.example/local"),
                "source_kind": "partner site",
                "checked": DAY,
            }
        ],
        "partner_flags": [
            {
                "erp": "erp_id_02",
                "flag": "partner localization",
                "note": marked("Partners localize it.", "https://vendor.example/partners"),
                "checked": DAY,
            }
        ],
        "sources": {},
    }


def exceptions(*granted: tuple[str, str], reason: str = "Not found yet.") -> dict[str, Any]:
    """Return the file of exceptions for pairs of a rule and the name of a claim or source, in canonical order."""
    claims: dict[str, list[str]] = {}
    for rule, name in sorted({*granted}):
        claims.setdefault(rule, []).append(name)
    listed = [{"rule": rule, "reason": reason, "claims": names} for rule, names in claims.items()]
    return {"$schema": "schema/exceptions.schema.json", "exceptions": listed}


def audit(scope: str = "All countries", /, **fields: object) -> dict[str, Any]:
    """Return the result of an audit of ten claims."""
    return {
        "date": DAY,
        "scope": scope,
        "reading": "First reading",
        "right": 6,
        "imprecise": 2,
        "outdated": 1,
        "wrong": 0,
        "not_compared": 1,
        "right_in_the_end": 9,
        "report": "first-reading",
        **fields,
    }


def connector() -> dict[str, Any]:
    """Return a connector of the first product, built by its provider."""
    return {
        "provider": "Provider",
        "erp": "erp_id_01",
        "countries_covered": "France",
        "countries_in_scope": ["fr"],
        "connector_type": "partner-built",
        "built_by": "Provider",
        "direction": "send and receive",
        "notes": marked("Sends invoices.", "https://provider.example/connector"),
        "checked": DAY,
    }


def news_item() -> dict[str, Any]:
    """Return a news item on the first product."""
    return {
        "id": "n1",
        "title": "New format",
        "url": "https://vendor.example/news/1",
        "date": DAY,
        "first_seen": "2026-11-20T00:00:00Z",
        "erps": ["erp_id_01"],
        "source": "https://vendor.example",
    }


def sponsor() -> dict[str, Any]:
    """Return a paid placement."""
    return {
        "id": "aaa",
        "name": "AAA",
        "scope": "Sponsors page",
        "tagline": "First",
        "description": "A sponsor.",
        "url": "https://sponsor.example/",
        "start": "2026-01-01",
        "end": None,
        "sponsored": True,
    }


def term(identifier: str, /, **fields: object) -> dict[str, Any]:
    """Return a term of the glossary. A law is the source of its text."""
    text = str(fields.pop("text", "A format."))
    return {
        "id": identifier,
        "name": identifier,
        "aliases": [],
        "category": "format",
        "text": marked(text, f"https://law.example/{identifier}: Art. 1"),
        "countries": [],
        "see": [],
        "checked": DAY,
        **fields,
    }


def release(version: str = "1.2.3", /, **fields: object) -> dict[str, Any]:
    """Return the file of a release without changes."""
    blank = {"version": version, "released_at": "2026-11-21T00:00:00Z", "contract": [], "changes": []}
    return {"$schema": "../schema/release.schema.json", "release": {**blank, **fields}}
