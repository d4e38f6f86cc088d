"""Edits that break promises are reported with their names, and other edits are not.

Edits of data are made in the small set of source files, which is then built. Edits of types and words are made in the
built OpenAPI document.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from contract.sites import Edit, SchemaEdit, site_snapshot, tombstone
from locdata_build.contract.contract_changes import broken_promises, redundant_tombstones
from locdata_build.contract.difference import Bump, compare_snapshots
from locdata_build.contract.snapshot import Snapshot
from locdata_model.changes import Tombstone
from support.dataset import COUNTRY, Files, whole
from support.records import country, erp, fact, marked, obligation, source, sponsor, support

NEWS = whole()["news.json"]["news"][0]
PARTNER = whole()[COUNTRY]["partners"][0]
REPORT = whole()[COUNTRY]["reporting"][0]
TERM = whole()["terms.json"]["terms"][0]


class Case(NamedTuple):
    """Edits, the promises that they break, and the bump that they require once a tombstone names each of them."""

    broken: list[str]
    edit: Edit | None = None
    schema_edit: SchemaEdit | None = None
    bump: Bump = Bump.MINOR


def remove_records(files: Files) -> None:
    """Remove one record of each list of the country, or give it another name."""
    files[COUNTRY].update(erp_localizations=[], partners=[], reporting=[])
    files[COUNTRY]["local_erps"][0].update(slug="renamed")
    files[COUNTRY]["obligations"].update(e_invoicing_b2b=obligation("in_force", "2026-01-01"))
    files["terms.json"]["terms"] = [{**TERM, "id": "format-two"}]


def remove_product(files: Files) -> None:
    """Remove a product from the registry and from the country."""
    del files["erps/erp_id_02.json"]
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    files[COUNTRY]["partner_flags"] = []


def replace_country(files: Files) -> None:
    """Replace the only country by another one."""
    files["countries/de.json"] = country("de", "Germany")
    del files[COUNTRY]
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = ["de"]
    files["terms.json"]["terms"][0]["countries"] = ["de"]


def break_schemas(schemas: dict[str, Any]) -> None:
    """Rename a field, let one be null and one be missing, and remove a word and a type."""
    fact = schemas["Fact"]
    fact["properties"]["text"] = fact["properties"].pop("value")
    fact["properties"]["label"] = {"anyOf": [fact["properties"]["label"], {"type": "null"}]}
    fact["required"].remove("country")
    schemas["ConnectorType"]["enum"].remove("vendor-branded")
    del schemas["Provider"]


BREAKS = {
    "removed records": Case(
        [
            "record facts/fr-erp-localization-erp_id_01",
            "record data/countries/fr-Product 1 localization",
            "record partners/fr-erp_id_01-partner",
            "anchor *partner*",
            "record local-erps/fr-local",
            "anchor /local-erps/#local-erp-fr-local",
            "anchor /france/#local-erp-fr-local",
            "anchor */#vat-reporting*",
            "anchor /reporting/#*",
            "record reports/vat-reporting-fr-1",
            "record terms/format-one",
            "anchor /glossary/#term-format-one",
            "record phases/fr-e-invoicing-b2b-step-2",
            "anchor */#step-fr-e-invoicing-b2b-step-2",
        ],
        remove_records,
    ),
    "removed country": Case(
        [
            "path /api/v1/countries/fr.json",
            "path /api/v1/countries/fr/obligations.json",
            "path /api/v1/countries/fr/reports.json",
            "path /api/v1/countries/fr/vat-rates.json",
            "path /api/v1/countries/fr/thresholds.json",
            "path /api/v1/countries/fr/formats.json",
            "path /api/v1/countries/fr/tax-rules.json",
            "path /api/v1/countries/fr/identifiers.json",
            "path /api/v1/countries/fr/peppol-schemes.json",
            "path /api/v1/countries/fr/platforms.json",
            "path /api/v1/countries/fr/product-releases.json",
            "path /api/v1/countries/fr/due-dates.json",
            "path /search/fr.json",
            "path /france/index.html",
            "path /france/index.md",
            "path /feeds/*/fr.*",
            "anchor *fr*",
            "record countries/fr",
            "record mandates/fr",
            "record *fr-*",
        ],
        replace_country,
    ),
    "removed product": Case(
        [
            "path /api/v1/erps/erp_id_02.json",
            "path /erp/erp_id_02/index.*",
            "path /product-releases/erp_id_02/index.*",
            "path /feeds/changes/erp_id_02.atom",
            "anchor *erp*",
            "anchor /france/*",
            "record *erp_id_02",
            "field ReportingRecord.erp_key_02",
        ],
        remove_product,
        bump=Bump.MAJOR,
    ),
    "other schemas": Case(
        [
            "field Fact.value",
            "field Fact.label",
            "field Fact.country",
            "word ConnectorType.vendor-branded",
            "type Provider",
        ],
        schema_edit=break_schemas,
        bump=Bump.MAJOR,
    ),
}


def edit_records(files: Files) -> None:
    """Change texts, sources, dates, a phase, a status and a term."""
    files[COUNTRY]["facts"]["vat"] = fact("Standard rate 21%.", source("other")) | {"checked": "2026-11-19"}
    # Nothing cites its former source any more.
    files[COUNTRY]["erp_localizations"][0]["value"] = marked("Chart of accounts.", "https://vendor.example/other")
    files[COUNTRY]["obligations"].update(
        e_invoicing_b2b=obligation("in_force", "2026-01-01", "2028-01-01"), saft=obligation("in_force")
    )
    files["terms.json"]["terms"][0].update(text=marked("A format.", source("format")))


def add_records(files: Files) -> None:
    """Add a record to each list: a country, a product, a phase and others."""
    files["countries/de.json"] = country("de", "Germany")
    files["erps/erp_id_03.json"] = erp(3)
    for path in (COUNTRY, "countries/de.json"):
        files[path]["e_invoicing"]["erp_support"].append(support("erp_id_03", "unknown/unverified"))
    files[COUNTRY]["obligations"].update(saft=obligation("planned", "2027-06-01"))
    files[COUNTRY]["partners"].append({**PARTNER, "slug": "other", "name": "Other"})
    files[COUNTRY]["reporting"].append({**REPORT, "report_en": "SAF-T", "topic": "saf-t"})
    files["terms.json"]["terms"].append({**TERM, "id": "format-two", "name": "Format Two", "aliases": []})
    files["news.json"]["news"].append({**NEWS, "id": "n2", "url": "https://vendor.example/news/2"})
    files["sponsors.json"]["sponsors"].append(sponsor())


def add_to_schemas(schemas: dict[str, Any]) -> None:
    """Add a field, a word and a type."""
    schemas["Fact"]["properties"]["note"] = {"type": "string"}
    schemas["Status"]["enum"].append("disputed")
    schemas["Rate"] = {"properties": {}}


def reword_schemas(schemas: dict[str, Any]) -> None:
    """Change a description and the order of words."""
    schemas["Fact"]["description"] = "Other."
    schemas["Topic"]["enum"].reverse()


def edit_site(files: Files) -> None:
    """Change the time, the base URL, the version and the title."""
    files["site.json"].update(
        generated_at="2027-11-21T00:00:00Z", base_url="https://other.example/sub", version="1.3.0", title="Other"
    )


HARMLESS = {
    "edited records": Case([], edit_records, bump=Bump.PATCH),
    "new records": Case([], add_records),
    "new parts of schemas": Case([], schema_edit=add_to_schemas),
    "other words in schemas": Case([], schema_edit=reword_schemas, bump=Bump.NONE),
    "later build of another site": Case([], edit_site, bump=Bump.NONE),
}


@pytest.fixture(scope="module")
def last(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """Return the last release."""
    return site_snapshot(tmp_path_factory.mktemp("last"))


def tombstones(promises: list[str]) -> tuple[Tombstone, ...]:
    """Return a tombstone for each promise."""
    return tuple(tombstone(part, name) for part, _, name in (promise.partition(" ") for promise in promises))


def without_patterns(promises: list[str]) -> list[str]:
    """Return the promises that have no star."""
    return [promise for promise in promises if "*" not in promise]


@pytest.mark.parametrize("case", BREAKS.values(), ids=BREAKS)
def test_broken_promise_is_reported_and_excused_by_a_tombstone(tmp_path: Path, last: Snapshot, case: Case) -> None:
    today = site_snapshot(tmp_path, case.edit, case.schema_edit)
    reported = [line.partition(":")[0].partition(" ")[2] for line in broken_promises(last, today)]
    named = without_patterns(case.broken)

    assert [promise for promise in named if promise not in reported] == []
    assert compare_snapshots(last, today).bump is Bump.MAJOR

    excused = replace(today, tombstones=tombstones(case.broken))

    assert list(broken_promises(last, excused)) == []
    assert compare_snapshots(last, excused).bump is case.bump
    assert list(redundant_tombstones(replace(today, tombstones=tombstones(named)))) == []


def test_tombstones_without_the_edits_are_redundant(last: Snapshot) -> None:
    promises = [promise for case in BREAKS.values() for promise in without_patterns(case.broken)]
    announced = tombstones([promise for promise in promises if not promise.startswith("field ")])

    assert tuple(redundant_tombstones(replace(last, tombstones=announced))) == announced


@pytest.mark.parametrize("case", HARMLESS.values(), ids=HARMLESS)
def test_harmless_edit_breaks_no_promise(tmp_path: Path, last: Snapshot, case: Case) -> None:
    today = site_snapshot(tmp_path, case.edit, case.schema_edit)

    assert list(broken_promises(last, today)) == []
    assert compare_snapshots(last, today).bump is case.bump
