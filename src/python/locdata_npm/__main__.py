"""The entry point: pack the npm package of a built site. The exit status is 0, 1 for an error, and 2 for a usage error."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from locdata_build.cli.output import OutputError, open_missing_streams, write_error, write_output
from locdata_build.data.errors import SourceError
from locdata_build.site.staging import PublishError, replace_file
from locdata_npm.package import PackageError, pack_tarball, package_files


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        open_missing_streams()
        files = package_files(
            name=options.name,
            version=options.version,
            site=options.site,
            client=options.client,
            licence=options.licence,
        )
        replace_file(options.out, pack_tarball(files))
        write_output([f"{options.out}: {len(files)} files"])
    except (PackageError, PublishError, SourceError, OutputError) as error:
        write_error(*error.args)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="locdata_npm", description="Pack the npm package of the types that a site publishes.", allow_abbrev=False
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="the name of the package")
    parser.add_argument("--version", required=True, metavar="VERSION", help="the version of the package")
    parser.add_argument("--site", required=True, type=Path, metavar="DIR", help="the built site")
    parser.add_argument("--client", required=True, type=Path, metavar="DIR", help="the files that are written by hand")
    parser.add_argument("--licence", required=True, type=Path, metavar="FILE", help="the text of the licence")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the tarball to write")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
