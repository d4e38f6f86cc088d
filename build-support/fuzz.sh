#!/usr/bin/env bash
# Fuzz the checks with hostile source files, guided by coverage (libFuzzer, through atheris), for a limited time.
#
#   build-support/fuzz.sh            # five minutes
#   build-support/fuzz.sh SECONDS
#
# Any outcome but a dataset or one clean error is a failure, and its input is printed. Needs Python 3.11 as python3.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo seconds=${1:-300}

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

python3 -m venv venv
PATH=$PWD/venv/bin:$PATH
python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/python-default.lock"
python -m pip install --quiet atheris==3.0.0
export PYTHONPATH=$repo/src/python:$repo/tests

cat >guided.py <<'END'
"""Coverage-guided fuzzing: libFuzzer changes one source file, and keeps inputs that reach new code.

The first byte of an input selects a file of the small set; the other bytes replace its content.
"""

import sys
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["locdata_build.check", "locdata_build.source"]):
    from locdata_build.check.dataset import check_sources

from locdata_build.derive.published import derive
from locdata_build.source.errors import SourceError
from locdata_build.source.parsing import parse_json
from check.fuzz import error_complaints
from check.fuzz_base import base_bytes, sources_of
from check.fuzz_json import CHANGES, texts

PATHS = sorted(base_bytes())
STRUCTURED = 0.7
"""The share of changes that tests/check/fuzz_json.py makes; the rest are libFuzzer's own changes of bytes."""


def run_one(data: bytes) -> None:
    """Check the files of an input. Raises ``AssertionError`` if the error is not clean, and whatever else escapes."""
    try:
        derive(check_sources(sources_of({**base_bytes(), _path(data): data[1:]})))
    except SourceError as error:
        if complaints := [*error_complaints(error)]:
            raise AssertionError(complaints) from error


def change(data: bytes, max_size: int, seed: int) -> bytes:
    """Return a changed input: its JSON value is changed if it has one, else its bytes."""
    rng = Random(seed)  # noqa: S311  # libFuzzer repeats a case from its seed.
    value, issues = parse_json(data[1:], "")
    if issues or not isinstance(value, dict) or not texts(value) or rng.random() > STRUCTURED:
        changed: bytes = atheris.Mutate(data, max_size)
        return changed
    raw, _ = rng.choice(CHANGES)[0](value, rng)
    return data[:1] + raw[: max_size - 1]


def seeds() -> dict[str, bytes]:
    """Return the initial inputs by file name."""
    return {path.replace("/", "-"): bytes([number]) + base_bytes()[path] for number, path in enumerate(PATHS)}


def _path(data: bytes) -> str:
    return PATHS[data[0] % len(PATHS)] if data else PATHS[0]


if __name__ == "__main__":
    if sys.argv[1:] == ["seeds"]:
        for name, content in seeds().items():
            Path("seeds", name).write_bytes(content)
    else:
        atheris.Setup(sys.argv, run_one, custom_mutator=change)
        atheris.Fuzz()
END

mkdir seeds failures
python guided.py seeds

# -timeout: seconds for one input. -max_len: larger than the limits that the checks set, but small enough to be fast.
python guided.py -max_total_time="$seconds" -timeout=10 -max_len=100000 -rss_limit_mb=4096 -print_final_stats=1 \
  -artifact_prefix=failures/ seeds 2>log || { tail -n 60 log; for file in failures/*; do base64 -- "$file"; done; exit 1; }
# The first and the last line of progress: the coverage of the seeds, and at the end.
grep -E '^#[0-9]+\s+(INITED|DONE)' log
grep -E '^stat::(number_of_executed_units|new_units_added|slowest_unit_time_sec|peak_rss_mb)' log
