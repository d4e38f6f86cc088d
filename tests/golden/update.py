"""Rewrite the golden files and the list of countries in ``build-support``: ``./pants run tests/golden:update``."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from golden.goldens import GOLDENS, build_goldens, country_codes, golden_codes
from locdata_build.source.errors import SourceError

PRELUDE = Path("build-support/prelude.py")
LIST = re.compile(r'(?<=COUNTRIES = tuple\("""\n)[^"]*(?=""")')
LINE_LENGTH = 60


def main() -> int:
    """Rewrite what differs, delete the files of countries that are gone, and print the codes. Return the exit code."""
    try:
        built = {code: build_goldens(code) for code in country_codes()}
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    deleted = sorted(set(golden_codes()) - set(built))
    for code in deleted:
        shutil.rmtree(GOLDENS / code)
    changed = [code for code, files in built.items() if _write(GOLDENS / code, files)]
    _list_countries(built)
    print(f"{len(changed)} of {len(built)} countries changed: {' '.join(changed) or 'none'}")
    if deleted:
        print(f"deleted: {' '.join(deleted)}")
    return 0


def _write(folder: Path, files: dict[str, bytes]) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for name in before.keys() - files:
        (folder / name).unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return before != files


def _list_countries(codes: Iterable[str]) -> None:
    lines = textwrap.indent(textwrap.fill(" ".join(codes), LINE_LENGTH), "    ")
    PRELUDE.write_text(LIST.sub(f"{lines}\n", PRELUDE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
