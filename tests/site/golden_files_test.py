"""Every country of the data has golden files, and nothing else has."""

from golden.goldens import UPDATE, country_codes, golden_codes


def test_every_country_has_golden_files_and_no_other() -> None:
    assert golden_codes() == country_codes(), UPDATE
