"""A stored release is readable text, and decodes to the snapshot that was encoded."""

from pathlib import Path

import pytest

from contract.sites import site_snapshot, snapshot
from locdata_build.contract.snapshot import CONTRACT_FILE, RECORDS_FILE, decode_release, encode_release
from locdata_build.data.errors import SourceError
from support.dataset import Files


def test_stored_release_decodes_to_its_snapshot(tmp_path: Path) -> None:
    def withdraw(files: Files) -> None:
        files["tombstones.json"]["tombstones"] = [
            {"part": "path", "name": "/a", "since": "1.0.0", "reason": "Gone.", "replaced_by": None}
        ]

    site = site_snapshot(tmp_path, withdraw)

    assert decode_release(encode_release(site), "last") == site


def test_each_promise_and_each_record_has_a_line() -> None:
    release = snapshot(
        paths=("/a.csv", "/b.csv"),
        anchors={"/": ("x", "y")},
        types={"Fact": {"id": "string", "erp": "null | string"}},
        records={"facts": {"fr-vat": {"id": "fr-vat", "label": "VAT"}}, "news": {}},
    )

    assert {path: content.decode() for path, content in encode_release(release).items()} == {
        CONTRACT_FILE: (
            '{\n"version": "1.2.3",\n"generated_at": "2026-11-21T00:00:00Z",\n'
            '"paths": [\n"/a.csv",\n"/b.csv"\n],\n'
            '"anchors": {\n"/": ["x","y"]\n},\n'
            '"types": {\n"Fact": {"id":"string","erp":"null | string"}\n},\n'
            '"words": {},\n"phases": [],\n"flips": [],\n"tombstones": []\n}\n'
        ),
        RECORDS_FILE: '{\n"facts": {\n"fr-vat": {"id":"fr-vat","label":"VAT"}\n},\n"news": {}\n}\n',
    }


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        (CONTRACT_FILE, b"[", "must match the published schema: Expected `object`, got `array`"),
        (CONTRACT_FILE, b"{", "must be JSON: Input data was truncated"),
        (CONTRACT_FILE, b'{"gone": []}', "must match the published schema: Object contains unknown field `gone`"),
        (RECORDS_FILE, b'{"a": {"b": 1}}', "must match the published schema: Expected `object`, got `int`"),
        (RECORDS_FILE, b'{"\xff": {}}', "must be JSON: 'utf-8' codec can't decode byte 0xff in position 0"),
        (RECORDS_FILE, None, "must be a file of the site"),
    ],
)
def test_file_that_release_did_not_write_is_refused(file: str, content: bytes | None, reason: str) -> None:
    files = encode_release(snapshot())
    del files[file]
    if content is not None:
        files[file] = content

    with pytest.raises(SourceError) as caught:
        decode_release(files, "last")

    assert str(caught.value).startswith(f"last{file}: $: {reason}")
