"""Every country has golden files and a test target of its own."""

import runpy

from golden.goldens import country_codes, golden_codes

UPDATE = "run ./pants run tests/golden:update"


def test_every_country_has_golden_files() -> None:
    assert country_codes() == golden_codes(), UPDATE


def test_every_country_has_a_test_target() -> None:
    prelude = runpy.run_path("build-support/prelude.py")

    assert list(prelude["COUNTRIES"]) == country_codes(), (
        "make the codes in build-support/prelude.py those of data_src/countries, in their order"
    )
