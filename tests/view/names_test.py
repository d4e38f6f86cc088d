"""The search and ``/a-z/`` know every name that readers may look for: its kind, its link, and what else it is called."""

from collections.abc import Mapping, Sequence

import pytest

from locdata_build.view.context import SiteContext
from locdata_build.view.names import Name, NameKind, all_names
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import report


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """A country with a report."""
    files = whole()
    files[COUNTRY]["reporting"] = [
        report("vat-reporting", 1, report_local="Déclaration", report_en="VAT return", form="CA3", aliases=["3310"])
    ]
    return load_context(tmp_path_factory.mktemp("data"), files)


@pytest.fixture(scope="module")
def names(context: SiteContext) -> Mapping[NameKind, Sequence[Name]]:
    """The names by kind."""
    found = [*all_names(context)]
    return {kind: [name for name in found if name.kind is kind] for kind in NameKind}


def test_a_report_has_its_english_name_its_form_its_kind_and_its_aliases(
    names: Mapping[NameKind, Sequence[Name]],
) -> None:
    (found,) = names[NameKind.REPORT]

    assert (found.name, found.path, found.countries) == ("Déclaration", "/france/#vat-reporting-fr-1", ("fr",))
    assert found.aliases == ("VAT return", "CA3", "VAT / GST return", "3310")


def test_a_provider_leads_to_its_connectors(names: Mapping[NameKind, Sequence[Name]]) -> None:
    (provider,) = names[NameKind.PROVIDER]

    assert (provider.name, provider.path) == ("Provider", "/connectors/?words=Provider")
