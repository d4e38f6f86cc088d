"""The command that restores a former site."""

from argparse import ArgumentParser
from pathlib import Path

from locdata_build.cli.arguments import DEFAULT_OUT, add_out
from locdata_build.cli.parser import Result
from locdata_build.hosting.rules import CURRENT_RELEASE
from locdata_build.publish.folder import restore_folder
from locdata_build.publish.releases import has_releases, restore_release
from locdata_build.publish.stated import read_stated

DETAILS = (
    "It was kept by build with --keep or with --layout releases. The site that it replaces is kept in turn, so a second "
    "restore undoes the first. A former site whose files do not match its SHA256SUMS is refused."
)
EXAMPLE = "restore --out /srv/locdata"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the name of the former site, and the target of the build."""
    parser.add_argument(
        "former",
        nargs="?",
        default="",
        metavar="FORMER",
        help="the name of a former site in DIR.former or DIR/releases (default: the one that was replaced last)",
    )
    add_out(parser, "the target of the build")


def run(*, former: str = "", out: Path = DEFAULT_OUT) -> Result:
    """Replace a site by a former one. Raises ``PublishError``, with nothing changed."""
    is_link = has_releases(out)
    restore = restore_release if is_link else restore_folder
    restore(out, former)
    stated = read_stated(out / CURRENT_RELEASE if is_link else out)
    return Result([f"{out}: restored {stated or 'a site that does not state its version'}"])
