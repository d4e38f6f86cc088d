"""The command that restores a former site."""

from argparse import ArgumentParser
from pathlib import Path

from locdata_build.cli.arguments import DEFAULT_OUT, add_out
from locdata_build.cli.parser import Result
from locdata_build.site.publication import restore_release

DETAILS = (
    "It was kept by build with --keep. The site that it replaces is kept in turn, so a second restore undoes the first. A "
    "former site whose files do not match its SHA256SUMS is refused."
)
EXAMPLE = "restore --out /srv/locdata"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the name of the former site, and the target of the build."""
    parser.add_argument(
        "former",
        nargs="?",
        default="",
        metavar="FORMER",
        help="the name of a former site in DIR/releases (default: the one that was replaced last)",
    )
    add_out(parser, "the target of the build")


def run(*, former: str = "", out: Path = DEFAULT_OUT) -> Result:
    """Replace a site by a former one. Raises ``PublishError``, with nothing changed."""
    stated = restore_release(out, former)
    return Result([f"{out}: restored {stated or 'a site that does not state its version'}"])
