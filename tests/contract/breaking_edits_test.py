"""Edits that break promises are reported with their names, and other edits are not.

Edits of data are made in the small set of source files, which is then built. Edits of types and words are made in the
built OpenAPI document.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from contract.sites import Edit, SchemaEdit, edit_vat, site_snapshot, tombstone
from locdata_build.contract.contract_changes import broken_promises, needless_tombstones
from locdata_build.contract.difference import Bump, compare_snapshots
from locdata_build.contract.snapshot import Snapshot
from locdata_model.changes import Tombstone
from support.dataset import COUNTRY, Files, whole
from support.records import country, erp, obligation, provenance, source, sponsor, support

NEWS = whole()["news.json"]["news"][0]
PARTNER = whole()[COUNTRY]["partners"][0]
REPORT = whole()[COUNTRY]["reporting"][0]
TERM = whole()["terms.json"]["terms"][0]


class Break(NamedTuple):
    """An edit, the promises that it breaks, and the bump that it requires once a tombstone names each of them."""

    broken: list[str]
    edit: Edit | None = None
    schema_edit: SchemaEdit | None = None
    bump: Bump = Bump.MINOR


class Harmless(NamedTuple):
    """An edit that breaks no promise, and the bump that it requires."""

    bump: Bump
    edit: Edit | None = None
    schema_edit: SchemaEdit | None = None


def schema(name: str, edit: Callable[[Any], object]) -> SchemaEdit:
    """Return an edit of one component schema."""
    return lambda schemas: edit(schemas[name])


def in_country(**fields: object) -> Edit:
    """Return an edit that replaces fields of the country."""
    return lambda files: files[COUNTRY].update(fields)


def in_site(**fields: str) -> Edit:
    """Return an edit of ``site.json``."""
    return lambda files: files["site.json"].update(fields)


def with_obligation(name: str, *values: str) -> Edit:
    """Return an edit that replaces an obligation of the country."""
    return lambda files: files[COUNTRY]["obligations"].update({name: obligation(*values)})


def in_provenance(name: str, value: object) -> Edit:
    """Return an edit of the provenance of a fact."""
    return lambda files: files[COUNTRY]["facts"]["vat"]["provenance"].update({name: value})


def append(file: str, name: str, value: object) -> Edit:
    """Return an edit that appends an item to a list."""
    return lambda files: files[file][name].append(value)


def remove_product(files: Files) -> None:
    """Remove a product from the registry and from the country."""
    del files["erps/erp_id_02.json"]
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    files[COUNTRY]["partner_flags"] = []


def add_product(files: Files) -> None:
    """Add a product to the registry, with unknown support in the country."""
    files["erps/erp_id_03.json"] = erp(3)
    files[COUNTRY]["e_invoicing"]["erp_support"].append(support("erp_id_03", "unknown/unverified"))


def replace_country(files: Files) -> None:
    """Replace the only country by another one."""
    files["countries/de.json"] = country("de", "Germany")
    del files[COUNTRY]
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = ["de"]
    files["terms.json"]["terms"][0]["countries"] = ["de"]


def make_label_nullable(fact: dict[str, Any]) -> None:
    """Allow null for a field."""
    fact["properties"]["label"] = {"anyOf": [fact["properties"]["label"], {"type": "null"}]}


BREAKS = {
    "removed fact": Break(
        ["record facts/fr-erp-localization-erp_id_01", "record data/countries/fr-Product 1 localization"],
        in_country(erp_localizations=[]),
    ),
    "removed country": Break(
        [
            "path /api/v1/countries/fr.json",
            "path /api/v1/countries/fr/obligations.json",
            "path /api/v1/countries/fr/reports.json",
            "path /france/index.html",
            "path /france/index.md",
            "path /feeds/*/fr.*",
            "anchor *fr*",
            "record countries/fr",
            "record *fr-*",
        ],
        replace_country,
    ),
    "removed partner": Break(["record partners/fr-erp_id_01-partner", "anchor *partner*"], in_country(partners=[])),
    "renamed local ERP": Break(
        ["record local-erps/fr-local", "anchor /local-erps/#local-erp-fr-local", "anchor /france/#local-erp-fr-local"],
        lambda files: files[COUNTRY]["local_erps"][0].update(slug="renamed"),
    ),
    "removed report": Break(
        ["anchor */#vat-reporting*", "anchor /reporting/#*", "record reports/vat-reporting-fr-1"],
        in_country(reporting=[]),
    ),
    "removed product": Break(
        [
            "path /api/v1/erps/erp_id_02.json",
            "path /erp/erp_id_02/index.*",
            "path /feeds/changes/erp_id_02.atom",
            "anchor *erp*",
            "anchor /france/*",
            "record *erp_id_02",
            "field ReportingRecord.erp_key_02",
        ],
        remove_product,
        bump=Bump.MAJOR,
    ),
    "removed term": Break(
        ["record terms/format-one", "anchor /glossary/#term-format-one"],
        lambda files: files["terms.json"].update(terms=[{**TERM, "id": "format-two"}]),
    ),
    "removed phase": Break(
        ["record phases/fr-e-invoicing-b2b-step-2", "anchor */#step-fr-e-invoicing-b2b-step-2"],
        with_obligation("e_invoicing_b2b", "in_force", "2026-01-01"),
    ),
    "renamed field": Break(
        ["field Fact.value"],
        schema_edit=schema("Fact", lambda fact: fact["properties"].update(text=fact["properties"].pop("value"))),
        bump=Bump.MAJOR,
    ),
    "field that may be null": Break(
        ["field Fact.label"], schema_edit=schema("Fact", make_label_nullable), bump=Bump.MAJOR
    ),
    "field that may be missing": Break(
        ["field Fact.value"], schema_edit=schema("Fact", lambda fact: fact["required"].remove("value")), bump=Bump.MAJOR
    ),
    "removed word": Break(
        ["word ConnectorType.vendor-branded"],
        schema_edit=schema("ConnectorType", lambda words: words["enum"].remove("vendor-branded")),
        bump=Bump.MAJOR,
    ),
    "removed type": Break(["type Provider"], schema_edit=lambda schemas: schemas.pop("Provider"), bump=Bump.MAJOR),
}

HARMLESS = {
    "edited text": Harmless(Bump.PATCH, edit_vat),
    "another source": Harmless(Bump.PATCH, in_provenance("sources", [source("other")])),
    "source that nothing cites any more": Harmless(
        Bump.PATCH,
        lambda files: files[COUNTRY]["erp_localizations"][0].update(
            provenance=provenance("https://vendor.example/other")
        ),
    ),
    "another date of checking": Harmless(Bump.PATCH, in_provenance("checked", "2026-11-19")),
    "moved phase": Harmless(Bump.PATCH, with_obligation("e_invoicing_b2b", "in_force", "2026-01-01", "2028-01-01")),
    "another status": Harmless(Bump.PATCH, with_obligation("saft", "in_force")),
    "new phase": Harmless(Bump.MINOR, with_obligation("saft", "planned", "2027-06-01")),
    "new country": Harmless(Bump.MINOR, lambda files: files.update({"countries/de.json": country("de", "Germany")})),
    "new product": Harmless(Bump.MINOR, add_product),
    "new partner": Harmless(Bump.MINOR, append(COUNTRY, "partners", {**PARTNER, "slug": "other", "name": "Other"})),
    "new report": Harmless(
        Bump.MINOR, append(COUNTRY, "reporting", {**REPORT, "report_en": "SAF-T", "topic": "saf-t"})
    ),
    "new term": Harmless(
        Bump.MINOR,
        append("terms.json", "terms", {**TERM, "id": "format-two", "name": "Format Two", "aliases": []}),
    ),
    "edited term": Harmless(Bump.PATCH, lambda files: files["terms.json"]["terms"][0].update(text="A format.")),
    "new news item": Harmless(
        Bump.MINOR, append("news.json", "news", {**NEWS, "id": "n2", "url": "https://vendor.example/news/2"})
    ),
    "new sponsor": Harmless(Bump.MINOR, append("sponsors.json", "sponsors", sponsor())),
    "new field": Harmless(
        Bump.MINOR, schema_edit=schema("Fact", lambda fact: fact["properties"].update(note={"type": "string"}))
    ),
    "new word": Harmless(Bump.MINOR, schema_edit=schema("Status", lambda words: words["enum"].append("disputed"))),
    "new type": Harmless(Bump.MINOR, schema_edit=lambda schemas: schemas.update(Rate={"properties": {}})),
    "another description": Harmless(
        Bump.NONE, schema_edit=schema("Fact", lambda fact: fact.update(description="Other."))
    ),
    "another order of words": Harmless(Bump.NONE, schema_edit=schema("Topic", lambda words: words["enum"].reverse())),
    "later build": Harmless(Bump.NONE, in_site(generated_at="2027-11-21T00:00:00Z")),
    "another base URL": Harmless(Bump.NONE, in_site(base_url="https://other.example/sub")),
    "new version": Harmless(Bump.NONE, in_site(version="1.3.0")),
    "another title": Harmless(Bump.NONE, in_site(title="Other")),
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
def test_broken_promise_is_reported_and_excused_by_a_tombstone(tmp_path: Path, last: Snapshot, case: Break) -> None:
    today = site_snapshot(tmp_path, case.edit, case.schema_edit)
    reported = [line.partition(":")[0].partition(" ")[2] for line in broken_promises(last, today)]
    named = without_patterns(case.broken)

    assert [promise for promise in named if promise not in reported] == []
    assert compare_snapshots(last, today).bump is Bump.MAJOR

    excused = replace(today, tombstones=tombstones(case.broken))

    assert list(broken_promises(last, excused)) == []
    assert compare_snapshots(last, excused).bump is case.bump
    assert list(needless_tombstones(replace(today, tombstones=tombstones(named)))) == []


def test_tombstones_without_the_edits_are_needless(last: Snapshot) -> None:
    promises = [promise for case in BREAKS.values() for promise in without_patterns(case.broken)]
    announced = tombstones([promise for promise in promises if not promise.startswith("field ")])

    assert tuple(needless_tombstones(replace(last, tombstones=announced))) == announced


@pytest.mark.parametrize("case", HARMLESS.values(), ids=HARMLESS)
def test_harmless_edit_breaks_no_promise(tmp_path: Path, last: Snapshot, case: Harmless) -> None:
    today = site_snapshot(tmp_path, case.edit, case.schema_edit)

    assert list(broken_promises(last, today)) == []
    assert compare_snapshots(last, today).bump is case.bump


def test_removed_report_breaks_its_own_promise_and_that_of_no_later_report(tmp_path: Path) -> None:
    second = {**REPORT, "number": 2, "report_en": "List of sales"}

    def add_report(files: Files) -> None:
        files[COUNTRY]["reporting"].append(second)

    def remove_first(files: Files) -> None:
        files[COUNTRY]["reporting"] = [second]

    before, after = site_snapshot(tmp_path / "old", add_report), site_snapshot(tmp_path / "new", remove_first)

    assert [line.partition(":")[0] for line in broken_promises(before, after)] == [
        "removed anchor /france/#vat-reporting-fr-1",
        "removed anchor /reporting/#vat-reporting-fr-1",
        "removed record reports/vat-reporting-fr-1",
    ]
