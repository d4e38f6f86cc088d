"""Proves the promises of a served site on the whole one: every file of it, on every server of this machine.

    ./pants run tests/trust:served

Prints what was proven, and every promise that is broken. Exit status 1 where one is, or where a server is not installed.
"""

import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from locdata_build.cli.commands import build
from locdata_build.cli.request import Command, Request
from trust.served_by import SERVERS, served_by
from trust.served_promises import PROMISES, SECRET, paths

BASE_URL = "https://data.example"
PREFIXES = ("", "/locdata")


def prove(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each case, with or without copies, at the root or below a path, by each server; and what is broken there."""
    for prefix, precompress in itertools.product(PREFIXES, (False, True)):
        scratch = folder / f"{prefix.strip('/')}-{precompress}"
        site = scratch / "site"
        build(
            Request(
                command=Command.BUILD,
                data=None,
                out=site,
                archive=None,
                base_url=f"{BASE_URL}{prefix}",
                generated_at=None,
                precompress=precompress,
            )
        )
        for name in ("outside.txt", "site/.secret", "site/api/.secret"):
            (scratch / name).write_bytes(SECRET)
        for server in SERVERS:
            with served_by(server, site, prefix, scratch) as served:
                case = f"{server}, below {prefix or '/'}, {'with' if precompress else 'without'} copies"
                if served is None:
                    yield case, ["not installed"]
                    continue
                broken = [f"{promise.__name__}: {line}" for promise in PROMISES for line in promise(served)]
                yield f"{case}: {len(paths(served))} files, {len(PROMISES)} promises", broken


def main() -> int:
    """Prove all cases and print them."""
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for case, broken in prove(Path(folder)):
            print(f"{case}: {len(broken) or 'nothing'} broken", *broken[:20], sep="\n  ", flush=True)
            failed = failed or bool(broken)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
