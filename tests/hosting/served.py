"""Check every promise on every file of the whole site, on every server.

    ./pants run tests/hosting:served

Print a line for each case and each broken promise. The exit status is 1 if one is broken or a server is not installed.
"""

import itertools
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hosting.promises import PROMISES, SECRET, paths
from hosting.servers import SERVERS, serve
from locdata_build.cli import build

BASE_URL = "https://data.example"


def check(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each case (with or without copies, at the root or below a path, each server) and what is broken there."""
    for prefix, precompress in itertools.product(("", "/locdata"), (False, True)):
        scratch = folder / f"{prefix.strip('/')}-{precompress}"
        out = scratch / "site"
        build.run(out=out, base_url=f"{BASE_URL}{prefix}", precompress=precompress)
        for name in ("outside.txt", "site/.secret", "site/api/.secret"):
            (scratch / name).write_bytes(SECRET)
        for server in SERVERS:
            case = f"{server}, below {prefix or '/'}, {'with' if precompress else 'without'} copies"
            with serve(server, out, prefix, scratch) as site:
                if site is None:
                    yield case, ["not installed"]
                    continue
                broken = [f"{promise.__name__}: {line}" for promise in PROMISES for line in promise(site)]
                yield f"{case}: {len(paths(site))} files, {len(PROMISES)} promises", broken


def main() -> int:
    """Check and print all cases."""
    has_failed = False
    with tempfile.TemporaryDirectory() as folder:
        for case, broken in check(Path(folder)):
            print(f"{case}: {len(broken) or 'nothing'} broken", *broken[:20], sep="\n  ", flush=True)
            has_failed = has_failed or bool(broken)
    return int(has_failed)


if __name__ == "__main__":
    sys.exit(main())
