"""The arguments of the commands that publish, ``build`` and ``restore``: how a site is made, which sites are kept, and where."""

import argparse

from locdata_build.cli import argument_types
from locdata_build.cli.arguments import Layout


def add_precompress(parser: argparse.ArgumentParser) -> None:
    """Add the option for compressed copies."""
    parser.add_argument("--precompress", action="store_true", help="also write compressed copies of the text files")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of processes."""
    parser.add_argument(
        "--workers",
        type=argument_types.workers,
        metavar="N",
        help="processes that share the work; the site is the same with any number (default: one for each processor, at most 8)",
    )


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Add the option for former sites that stay."""
    parser.add_argument(
        "--keep",
        type=argument_types.kept,
        metavar="N",
        help="keep the last N former sites, for restore (default: none; with --layout releases, 1)",
    )


def add_layout(parser: argparse.ArgumentParser) -> None:
    """Add the option for the layout of the target."""
    parser.add_argument(
        "--layout",
        type=argument_types.word_of(Layout),
        default=Layout.FOLDER,
        metavar="LAYOUT",
        help="folder: --out is the site; releases: --out may be a mount point, and the site is --out/current, a link to a "
        "folder in --out/releases (default: %(default)s)",
    )


def add_refuse_older(parser: argparse.ArgumentParser) -> None:
    """Add the option that protects a newer site."""
    parser.add_argument(
        "--refuse-older",
        action="store_true",
        help="do not replace a site that has a higher version or a later time of the build",
    )


def add_former(parser: argparse.ArgumentParser) -> None:
    """Add the name of a former site."""
    parser.add_argument(
        "former",
        nargs="?",
        default="",
        metavar="FORMER",
        help="the name of a former site in DIR.former or DIR/releases (default: the one that was replaced last)",
    )
