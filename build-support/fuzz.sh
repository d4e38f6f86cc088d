#!/usr/bin/env bash
# Lets coverage choose hostile source files (libFuzzer, by atheris), and looks at what becomes of each, for a bounded time.
#
#   build-support/fuzz.sh            # five minutes
#   build-support/fuzz.sh SECONDS
#
# Any outcome that is neither a dataset nor one clean error is a failure; the input that led to it is shown. Needs Python 3.11
# as python3.
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
"""Hostile source files that coverage chooses: libFuzzer changes one file, and keeps what reaches code that nothing reached before.

The first byte of an input says which file of the small set the other bytes stand for.
"""

import sys
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["locdata_build.check", "locdata_build.read", "locdata_build.source"]):
    from locdata_build.check.dataset import check_sources

from locdata_build.derive.published import derive
from locdata_build.read.parse import parse_json
from locdata_build.source.faults import SourceError
from trust.fuzz import error_complaints
from trust.fuzz_base import base_bytes, sources_of
from trust.fuzz_json import CHANGES, texts

PLACES = sorted(base_bytes())
STRUCTURED = 0.7
"""How many of the changes are those of the other fuzzer; the rest is what libFuzzer does to bytes."""


def run_one(data: bytes) -> None:
    """Check the files of an input. Raises an error for an outcome that is neither a dataset nor one clean error."""
    try:
        derive(check_sources(sources_of({**base_bytes(), _place(data): data[1:]})))
    except SourceError as error:
        if complaints := [*error_complaints(error)]:
            raise AssertionError(complaints) from error


def change(data: bytes, max_size: int, seed: int) -> bytes:
    """Another input that is made from one: a change of its JSON value where it has one, of its bytes elsewhere."""
    rng = Random(seed)  # noqa: S311  # libFuzzer repeats a case by its seed.
    value, faults = parse_json(data[1:], "")
    if faults or not isinstance(value, dict) or not texts(value) or rng.random() > STRUCTURED:
        changed: bytes = atheris.Mutate(data, max_size)
        return changed
    raw, _ = rng.choice(CHANGES)[0](value, rng)
    return data[:1] + raw[: max_size - 1]


def seeds() -> dict[str, bytes]:
    """The inputs to begin with, by the name of a file each."""
    return {place.replace("/", "-"): bytes([number]) + base_bytes()[place] for number, place in enumerate(PLACES)}


def _place(data: bytes) -> str:
    return PLACES[data[0] % len(PLACES)] if data else PLACES[0]


if __name__ == "__main__":
    if sys.argv[1:] == ["seeds"]:
        for name, content in seeds().items():
            Path("seeds", name).write_bytes(content)
    else:
        atheris.Setup(sys.argv, run_one, custom_mutator=change)
        atheris.Fuzz()
END

mkdir seeds findings
python guided.py seeds

# -timeout: seconds for one input. -max_len: large enough for what is too long, and small enough to be quick.
python guided.py -max_total_time="$seconds" -timeout=10 -max_len=100000 -rss_limit_mb=4096 -print_final_stats=1 \
  -artifact_prefix=findings/ seeds 2>log || { tail -n 60 log; for file in findings/*; do base64 -- "$file"; done; exit 1; }
# The first and the last line of progress: what was reached with the seeds, and in the end.
grep -E '^#[0-9]+\s+(INITED|DONE)' log
grep -E '^stat::(number_of_executed_units|new_units_added|slowest_unit_time_sec|peak_rss_mb)' log
