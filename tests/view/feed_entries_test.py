"""The feeds have an entry for each release, and for each country that it changed."""

import datetime as dt

import pytest
from msgspec.structs import replace

from locdata_build.view.context import SiteContext
from locdata_build.view.feed_entries import (
    ITEMS_SHOWN,
    MAX_VALUE_LENGTH,
    RELEASES_SHOWN,
    FeedEntry,
    change_entries,
    change_entries_by_country,
    change_entries_by_erp,
    changes_by_erp,
)
from locdata_model.changes import Change, ContractChange, Release
from locdata_model.vocabulary import ChangeCause, ChangeKind, ContractPart

EDIT = Change(
    resource="facts",
    record="fr-vat",
    country="fr",
    erp=None,
    kind=ChangeKind.CHANGED,
    cause=ChangeCause.EDIT,
    field="value",
    before='"19%"',
    after='"20%"',
    phase=None,
)
OF_ERP = replace(EDIT, record="fr-erp-localization-erp_id_01", erp="erp_id_01")
FLIP = replace(
    EDIT, resource="countries", record="fr", field="saft_required", before="false", after="true", cause=ChangeCause.TIME
)
REMOVED = replace(EDIT, record="zz-vat", country="zz", kind=ChangeKind.REMOVED, field=None, after=None)
ADDED = replace(EDIT, record="new", country=None, kind=ChangeKind.ADDED, field=None, before=None)
CONTRACT = ContractChange(
    part=ContractPart.FIELD,
    name="Fact.source_url",
    kind=ChangeKind.CHANGED,
    is_breaking=True,
    before="string",
    after="string or null",
)
RELEASED = dt.datetime(2026, 11, 28, 6, 30, tzinfo=dt.UTC)
FIRST = Release(version="1.0.0", released_at=RELEASED, contract=(), changes=())
SECOND = Release(version="1.1.0", released_at=RELEASED, contract=(CONTRACT,), changes=(EDIT, FLIP, REMOVED, ADDED))


def released(context: SiteContext, *releases: Release) -> SiteContext:
    """The context after these releases, newest first."""
    return replace(context, published=replace(context.published, releases=releases))


def entries(context: SiteContext, *releases: Release) -> list[FeedEntry]:
    """The entries of the feed of changes after these releases, newest first."""
    return list(change_entries(released(context, *releases)))


def test_a_release_is_followed_by_the_countries_that_it_changed(context: SiteContext) -> None:
    url = "https://data.example/changes/#v1-1-0"
    shown = entries(context, SECOND, FIRST)

    assert [(entry.name, entry.title, entry.url, entry.subjects) for entry in shown[:3]] == [
        ("releases/1.1.0", "Release 1.1.0", url, {}),
        ("releases/1.1.0/fr", "France: 2 changes in release 1.1.0", url, {"fr": "France"}),
        ("releases/1.1.0/zz", "ZZ: 1 change in release 1.1.0", url, {"zz": "ZZ"}),
    ]
    assert (shown[3].title, shown[3].text, shown[3].items) == ("Release 1.0.0", "First release.", ())


def test_an_entry_lists_its_changes(context: SiteContext) -> None:
    release, france, gone, _ = entries(context, SECOND, FIRST)

    assert release.text == "4 changes to records in 2 countries, and 1 change to the contract."
    assert release.items == (
        "Contract: field Fact.source_url changed from string to string or null; clients that use it may fail",
        'facts/new added: "20%"',
    )
    assert france.items == (
        'facts/fr-vat value changed from "19%" to "20%"',
        "countries/fr saft_required changed from false to true; the date of its phase was reached",
    )
    assert gone.items == ('facts/zz-vat removed: "19%"',)


def test_records_with_the_same_change_share_a_line(context: SiteContext) -> None:
    changes = tuple(replace(EDIT, record=f"fr-{name}") for name in "abc")
    _, france, _ = entries(context, replace(SECOND, changes=changes), FIRST)

    assert france.items == ('facts/fr-a and 2 more value changed from "19%" to "20%"',)


def test_a_long_value_is_cut(context: SiteContext) -> None:
    change = replace(CONTRACT, is_breaking=False, after="x" * (MAX_VALUE_LENGTH + 1))
    ((line,), *_) = (entry.items for entry in entries(context, replace(SECOND, contract=(change,), changes=()), FIRST))

    assert line == f"Contract: field Fact.source_url changed from string to {'x' * (MAX_VALUE_LENGTH - 1)}…"


def test_the_feed_has_the_newest_releases_only(context: SiteContext) -> None:
    releases = [replace(FIRST, version=f"1.{minor}.0") for minor in range(30, 0, -1)]
    shown = entries(context, *releases)

    assert [entry.title for entry in shown] == [f"Release {release.version}" for release in releases[:RELEASES_SHOWN]]
    assert "First release." not in {entry.text for entry in shown}


# Changes of a country or product


def test_entries_of_a_country_are_those_of_the_releases_that_changed_it(context: SiteContext) -> None:
    third = replace(SECOND, version="1.2.0", changes=(REMOVED,))
    by_country = change_entries_by_country(released(context, third, SECOND, FIRST))

    assert {code: [entry.name for entry in shown] for code, shown in by_country.items()} == {
        "fr": ["releases/1.1.0/fr"],
        "zz": ["releases/1.2.0/zz", "releases/1.1.0/zz"],
    }
    assert by_country["fr"] == [entry for entry in entries(context, SECOND, FIRST) if "fr" in entry.subjects]


def test_entries_of_a_product_list_the_changes_of_its_records(context: SiteContext) -> None:
    changes = (OF_ERP, replace(OF_ERP, record="pl-erp-localization-erp_id_01", country="pl"), EDIT)
    third = replace(SECOND, version="1.2.0", changes=changes)
    by_erp = change_entries_by_erp(released(context, third, SECOND, FIRST))
    (entry,) = by_erp["erp_id_01"]

    assert [*by_erp] == ["erp_id_01"]
    assert (entry.name, entry.title) == ("releases/1.2.0/erps/erp_id_01", "Product 1: 2 changes in release 1.2.0")
    assert (entry.url, entry.subjects) == ("https://data.example/changes/#v1-2-0", {"erp_id_01": "Product 1"})
    assert entry.items == ('facts/fr-erp-localization-erp_id_01 and 1 more value changed from "19%" to "20%"',)


@pytest.mark.parametrize(
    ("count", "last"), [(ITEMS_SHOWN, f"to {ITEMS_SHOWN}"), (ITEMS_SHOWN + 2, "and 2 more, listed with the release")]
)
def test_an_entry_with_many_changes_lists_the_first_ones_and_counts_the_others(
    context: SiteContext, count: int, last: str
) -> None:
    changes = tuple(replace(EDIT, after=str(number)) for number in range(1, count + 1))
    ((france,),) = change_entries_by_country(released(context, replace(SECOND, changes=changes), FIRST)).values()

    assert france.items[ITEMS_SHOWN - 1].endswith(f"to {ITEMS_SHOWN}")
    assert france.items[-1].endswith(last)


def test_a_change_of_the_support_of_a_report_concerns_the_products_whose_support_changed() -> None:
    before = '[{"erp":"a","support":"native"},{"erp":"b","support":"native"},{"erp":"c","support":"native"}]'
    after = '[{"erp":"a","support":"native"},{"erp":"b","support":"partner"},{"erp":"d","support":"native"}]'
    change = replace(EDIT, resource="reports", record="saf-t-fr-1", field="erp_support", before=before, after=after)

    assert changes_by_erp([change]) == {
        "b": [replace(change, before='{"erp":"b","support":"native"}', after='{"erp":"b","support":"partner"}')],
        "c": [replace(change, before='{"erp":"c","support":"native"}', after=None)],
        "d": [replace(change, before=None, after='{"erp":"d","support":"native"}')],
    }


@pytest.mark.parametrize(
    "changes",
    [{"field": None}, {"field": "deadline"}, {"resource": "list"}, {"before": None, "after": "{}"}],
    ids=["report as a whole", "another field", "another list", "another value"],
)
def test_any_other_change_of_a_report_concerns_no_product(changes: dict[str, object]) -> None:
    value = '[{"erp":"a","support":"native"}]'
    report = replace(EDIT, resource="reports", record="saf-t-fr-1", field="erp_support", before="[]", after=value)

    assert changes_by_erp([replace(report, **changes)]) == {}
