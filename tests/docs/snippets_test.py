"""The Python code in the documents passes mypy in strict mode, and so do the types that ``decode`` gives to paths."""

import os
import re
from pathlib import Path

import pytest
from mypy import api

import locdata_model
from support.snippets import DOCUMENTS, snippets_in

MISUSE = (
    ("", "from locdata_model import CountryResponse, decode"),
    ("attr-defined", 'decode("/api/v1/countries.json", b"").data[0].capital'),
    ("attr-defined", 'decode("/data/matrix.csv", b"")[0].report_en'),
    ("attr-defined", 'decode("/data/reporting.json", b"")[0].odoo'),
    ("union-attr", 'decode("https://data.example/api/v1/countries/fr.json", b"").data'),
    ("operator", 'decode("/api/v1/countries/fr.json", b"", type=CountryResponse).data.name + 1'),
    ("call-overload", 'decode("/api/v1/countries/fr.json", b"", type="CountryResponse")'),
)
"""What a program must not do, and the error that mypy finds in it."""


def test_every_snippet_passes_mypy_and_misuse_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snippets = [each for document in DOCUMENTS for each in snippets_in(document) if each.language == "python"]
    for snippet in snippets:
        module = re.sub(r"\W+", "_", f"{snippet.document.with_suffix('')}_{snippet.line}")
        # With its line in the document.
        (tmp_path / f"{module}.py").write_text("\n" * (snippet.line - 1) + snippet.code, encoding="utf-8")
    (tmp_path / "misuse.py").write_text("\n".join(line for _, line in MISUSE), encoding="utf-8")

    monkeypatch.setenv("MYPYPATH", str(Path(locdata_model.__file__).parents[1]))
    monkeypatch.chdir(tmp_path)
    options = ["--strict", "--config-file=", f"--cache-dir={os.devnull}", "--no-error-summary"]
    output, errors, _ = api.run([*options, "."])

    found = [re.sub(r"(:\d+): error: .*(?=\[)", r"\1 ", line) for line in output.splitlines() if ": note:" not in line]
    assert snippets
    assert errors == ""
    assert found == [f"misuse.py:{number} [{code}]" for number, (code, _) in enumerate(MISUSE, start=1) if code], output
