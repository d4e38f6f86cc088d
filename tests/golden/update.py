"""Rewrite the golden files: ``./pants run tests/golden:update``."""

import shutil
import sys
from pathlib import Path

from golden.goldens import DATA, GOLDENS, build_goldens, country_codes, golden_codes
from locdata_build.data.dataset import check_sources
from locdata_build.data.errors import SourceError
from locdata_build.data.reading import read_sources


def main() -> int:
    """Rewrite what differs, delete the files of countries that are gone, and print the codes. Return the exit code.

    Nothing is written if the command ``check`` would find an issue.
    """
    try:
        check_sources(read_sources(DATA, str(DATA)))
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    built = {code: build_goldens(code) for code in country_codes()}
    deleted = sorted(set(golden_codes()) - set(built))
    for code in deleted:
        shutil.rmtree(GOLDENS / code)
    changed = [code for code, files in built.items() if _write(GOLDENS / code, files)]
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


if __name__ == "__main__":
    sys.exit(main())
