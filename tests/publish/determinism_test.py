"""The same inputs give the same bytes: no clock, locale, hash order, order of files, path or environment enters a site.

The site is built twice, in setups that differ in every respect.
"""

import os
from pathlib import Path

import pytest

from support.builds import OPPOSITE_SETUPS, build, pretend
from support.sample import SAMPLE

DATA = SAMPLE.absolute()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The digests of the files of the sample's site, built in one setup."""
    return build(DATA, tmp_path_factory.mktemp("built"), OPPOSITE_SETUPS[0], "--precompress")


def test_opposite_setups_give_the_same_bytes(tmp_path: Path, built: dict[str, str]) -> None:
    assert {"site/api/v1/index.json", "site/countries/index.html.br", "site/countries/index.html.gz"} < built.keys()
    assert {"site/api/v1/locdata.sqlite", "site/data/locdata.sqlite"} < built.keys()
    assert build(DATA, tmp_path, OPPOSITE_SETUPS[1], "--precompress") == built


@pytest.mark.parametrize(("is_backwards", "names"), [(False, "abcde"), (True, "edcba")])
def test_setups_list_folders_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_backwards: bool, names: str
) -> None:
    for name in ("listdir", "scandir", "cpu_count", "process_cpu_count"):
        monkeypatch.setattr(os, name, getattr(os, name, None), raising=False)
    for name in "cadbe":
        (tmp_path / name).touch()

    pretend(is_backwards, 3)

    assert os.listdir(tmp_path) == list(names)  # noqa: PTH208  # what is looked at
    assert [file.name for file in tmp_path.iterdir()] == list(names)
    assert [file.name for file in tmp_path.rglob("*")] == list(names)
    assert next(os.walk(tmp_path))[2] == list(names)
    assert os.cpu_count() == 3
