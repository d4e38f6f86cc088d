"""Compressed copies are recognized by their suffix, next to the file that they are a copy of."""

import pytest

from locdata_model.media_types import is_compressed_copy


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/a.css.gz", True), ("/a.css.br", True), ("/a.css", False), ("/b.css.gz", False), ("/a.css.zst", False)],
)
def test_copy_has_the_path_of_another_file_and_a_suffix(path: str, expected: bool) -> None:
    assert is_compressed_copy(path, {"/a.css", path}) is expected
