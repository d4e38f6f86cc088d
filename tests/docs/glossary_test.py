"""No word that the glossary replaces is left in the sources, the tests and the documents."""

import re
from pathlib import Path

GLOSSARY = Path("docs/glossary.md")
SUFFIXES = {".py", ".js", ".css", ".html", ".md", ".jinja", ".ts"}
FOLDERS = ("src", "tests", "docs")


def test_no_replaced_word_is_left() -> None:
    rows = re.findall(r"^\| .* \| .* \|(.*)\|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)[2:]
    words = [word for row in rows for word in row.strip().split(", ") if word and not word.startswith("*")]
    # A hyphen or a quote follows a former term in anchors, which are permanent.
    word = re.compile(rf"(?<![a-z])(?:{'|'.join(words).replace(' ', '[ _]')})s?(?![a-z\"'`-])", re.IGNORECASE)
    files = [file for folder in FOLDERS for file in Path(folder).rglob("*") if file.suffix in SUFFIXES]
    # Goldens and reports of audits quote the data.
    read = {*files, *Path().glob("*.md")} - {
        GLOSSARY,
        *Path("tests/golden").rglob("*.md"),
        *Path("docs/audits").glob("*"),
    }

    assert len(words) > 10
    assert len(read) > 500
    assert [
        f"{file}:{number}: {line.strip()}"
        for file in sorted(read)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if word.search(line)
    ] == [], "docs/glossary.md says which words to write instead"
