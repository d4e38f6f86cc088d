"""A compressed zip file can be read by others, and has the same bytes on every machine."""

import datetime as dt
import hashlib
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.deflated_zip import deflated_zip

TIME = dt.datetime(2026, 11, 21, 13, 14, 16, tzinfo=dt.UTC)
ENTRIES = {"b/second.txt": b"second " * 999, "first.xml": bytes(range(256)), "empty": b""}


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return what the standard library reads; it compares checksums and both headers."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@given(st.dictionaries(st.from_regex(r"[a-z/.]{1,9}", fullmatch=True), st.binary(max_size=999)))
def test_whatever_is_packed_can_be_unpacked_in_the_same_order(entries: dict[str, bytes]) -> None:
    assert [*unpacked(deflated_zip(entries, TIME)).items()] == [*entries.items()]


def test_entries_are_compressed_and_have_the_time_of_the_build_and_no_other_metadata() -> None:
    content = deflated_zip(ENTRIES, TIME)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        metadata = {
            (entry.compress_type, entry.date_time, entry.create_system, oct(entry.external_attr >> 16), entry.extra)
            for entry in archive.infolist()
        }

    assert len(content) < 1000
    assert metadata == {(zipfile.ZIP_DEFLATED, (2026, 11, 21, 13, 14, 16), 3, "0o100644", b"")}


def test_bytes_are_the_same_on_every_machine() -> None:
    digest = hashlib.sha256(deflated_zip(ENTRIES, TIME)).hexdigest()

    assert digest == "0af4eae79aec50e04296288b96d59f267630ac1654e6ef34b52d90680f7434c1"


def test_name_must_be_ascii() -> None:
    with pytest.raises(UnicodeEncodeError):
        deflated_zip({"é": b""}, TIME)
