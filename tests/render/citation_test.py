"""The citation says what the site says about itself, as YAML in which every value is a text."""

import json
from pathlib import Path

import msgspec
import pytest

from locdata_build.render.citation import CITATION_PATH, citation
from locdata_build.source.files import SiteFile
from support.dataset import whole
from support.world import render_files

SITE = msgspec.convert(whole()["site.json"], SiteFile)


def test_the_citation_names_title_version_day_licence_and_address() -> None:
    assert citation(SITE).decode() == (
        'cff-version: "1.2.0"\n'
        'message: "If you use this data, please cite it as below."\n'
        'type: "dataset"\n'
        'title: "Service"\n'
        'abstract: "Reference data."\n'
        "authors:\n"
        '  - name: "Service"\n'
        '    website: "https://data.example/"\n'
        '    email: "contact@data.example"\n'
        'version: "1.2.3"\n'
        'date-released: "2026-11-21"\n'
        'license: "CC-BY-4.0"\n'
        'url: "https://data.example/"\n'
        "keywords:\n"
        '  - "e-invoicing"\n'
        '  - "ERP"\n'
        '  - "localization"\n'
        '  - "SAF-T"\n'
        '  - "VAT reporting"\n'
    )


@pytest.mark.parametrize("text", ["no", "a: b # c", 'say "yes"', "C:\\", "- x", "é 𝄞", "{a}", "2026"])
def test_a_text_stays_the_text_that_it_is(text: str) -> None:
    lines = citation(msgspec.structs.replace(SITE, title=text, description=text)).decode().splitlines()
    values = {key: json.loads(value) for key, _, value in (line.partition(": ") for line in lines) if value}

    assert (values["title"], values["abstract"], values["  - name"]) == (text, text, text)


def test_the_citation_lies_beside_the_data_files(tmp_path: Path) -> None:
    assert CITATION_PATH == "/data/CITATION.cff"
    assert render_files(tmp_path)[CITATION_PATH] == citation(SITE)
