"""Rewrites the golden files: ``./pants run tests/golden:update``."""

import shutil
import sys

from golden.goldens import GOLDENS, build_goldens, country_codes, golden_codes
from locdata_build.source.faults import SourceError


def main() -> int:
    """Make the golden files what the code and the data give now, and drop those of countries that are gone."""
    try:
        update()
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def update() -> None:
    """Rewrite what differs, and tell which countries. Raises ``SourceError`` for source files with faults."""
    dropped = sorted(set(golden_codes()) - set(country_codes()))
    for code in dropped:
        shutil.rmtree(GOLDENS / code)
    changed = [code for code in country_codes() if _update(code)]
    print(f"{len(changed)} of {len(country_codes())} countries changed: {' '.join(changed) or 'none'}")
    if dropped:
        print(f"dropped: {' '.join(dropped)}")


def _update(code: str) -> bool:
    folder = GOLDENS / code
    folder.mkdir(parents=True, exist_ok=True)
    built = build_goldens(code)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    for name in set(before) - set(built):
        (folder / name).unlink()
    for name, content in built.items():
        (folder / name).write_bytes(content)
    return before != built


if __name__ == "__main__":
    sys.exit(main())
