"""Every command with its help and its arguments."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from locdata_build.cli import argument_types, publishing_arguments
from locdata_build.cli.arguments import DEFAULT_OUT, DEFAULT_PORT, SOURCE_FOLDER, AuditFormat, Command, Server


def _add_data(parser: argparse.ArgumentParser, default: str = "those packed with this program") -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=f"the source files (default: {default})")


def _add_out(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"{text} (default: %(default)s)")


def _add_base_url(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base-url",
        type=argument_types.base_url,
        metavar="URL",
        help="where the site is served (default: as in site.json)",
    )


def _add_generated_at(parser: argparse.ArgumentParser, what: str, default: str) -> None:
    parser.add_argument(
        "--generated-at",
        type=argument_types.stamp,
        metavar="WHEN",
        help=f"time of the {what}, YYYY-MM-DDThh:mm:ssZ, or 'now' (default: {default})",
    )


_add_build_time = partial(
    _add_generated_at,
    what="build",
    default="SOURCE_DATE_EPOCH, else the latest of the time in site.json, the newest check and the newest first_seen of a "
    "news item",
)


def _add_archive(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--archive",
        type=Path,
        metavar="FILE",
        help="also write the site as a tar archive; -: to standard output, once the site is published, with the summary on "
        "standard error",
    )


def _add_two_sites(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "old", metavar="OLD", help="the older site, its data folder, or its archive as build --archive writes it"
    )
    parser.add_argument(
        "new", nargs="?", default="", metavar="NEW", help="the newer one (default: a build of the data)"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def _add_version(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "version",
        nargs="?",
        type=argument_types.version,
        metavar="VERSION",
        help="the version (default: that of site.json or the lowest that the changes allow, whichever is higher)",
    )


def _add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "site", metavar="SITE", help="a site, its archive as build --archive writes it, or its SHA256SUMS"
    )


def _add_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "server",
        type=argument_types.word_of(Server),
        metavar="SERVER",
        help=f"what to configure: {', '.join(Server)}",
    )


def _add_site_or_watch(parser: argparse.ArgumentParser) -> None:
    sources = parser.add_mutually_exclusive_group()
    sources.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="the site (default: %(default)s)")
    text = "build the site of the data instead, again after each change of a file, and reload open pages"
    sources.add_argument("--watch", action="store_true", help=text)


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        type=argument_types.port,
        default=DEFAULT_PORT,
        metavar="N",
        help="where to listen; 0 for any free port (default: %(default)s)",
    )


def _add_fill(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fill",
        action="store_true",
        help="also write null, or an empty list or object, where a required field is missing that can be one of them",
    )


def _add_due_or_strict(parser: argparse.ArgumentParser) -> None:
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--due", action="store_true", help="also list the claims that are due, the oldest check first")
    modes.add_argument("--strict", action="store_true", help="report each claim that is due as an issue")


def _add_audit(parser: argparse.ArgumentParser) -> None:
    audits = parser.add_mutually_exclusive_group(required=True)
    text = "print a checklist of N random claims, or of all if there are not as many"
    audits.add_argument("--sample", type=argument_types.sample, default=0, metavar="N", help=text)
    audits.add_argument("--summary", action="store_true", help="print figures on the claims of each country")
    text = "what the random claims follow from: a seed always draws the same ones (default: %(default)s)"
    parser.add_argument("--seed", type=argument_types.seed, default=0, metavar="S", help=text)
    text = "draw claims of this country alone, or print its figures and those of the whole alone"
    parser.add_argument("--country", type=argument_types.country_code, metavar="CODE", help=text)
    parser.add_argument(
        "--format",
        type=argument_types.word_of(AuditFormat),
        default=AuditFormat.MARKDOWN,
        metavar="FORMAT",
        help=f"{' or '.join(AuditFormat)} (default: %(default)s)",
    )


def _add_new_country(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=("country",), metavar="KIND", help="what to add: country")
    parser.add_argument("code", type=argument_types.country_code, metavar="CODE", help="its ISO 3166-1 alpha-2 code")
    parser.add_argument(
        "--name",
        required=True,
        type=argument_types.text,
        metavar="NAME",
        help="its English name, from which its URL is made",
    )
    parser.add_argument(
        "--region",
        required=True,
        type=argument_types.text,
        metavar="REGION",
        help="its region, one of those in site.json",
    )


class CommandSpec(NamedTuple):
    """What a command is for, and the functions that add its arguments to its parser."""

    summary: str
    details: str
    example: str
    arguments: Sequence[Callable[[argparse.ArgumentParser], None]]


COMMANDS: Mapping[Command, CommandSpec] = {
    Command.BUILD: CommandSpec(
        "check the data and write the site (default)",
        "Nothing is written if the data has an issue. A former site is replaced as a whole; a folder that holds anything "
        "else is refused.",
        "build --base-url https://data.example --out /srv/locdata --precompress",
        (
            _add_data,
            partial(_add_out, text="where to write the site"),
            _add_archive,
            _add_base_url,
            _add_build_time,
            publishing_arguments.add_precompress,
            publishing_arguments.add_workers,
            publishing_arguments.add_keep,
            publishing_arguments.add_layout,
            publishing_arguments.add_refuse_older,
        ),
    ),
    Command.CHECK: CommandSpec(
        "check the data",
        "Every issue is printed with its file, its JSON path and its code. A claim is due for a check if a date that it "
        "names has come since the last one, or if that one is too long ago for its kind. The day is that of the build; "
        "--generated-at now asks for today. Time alone never makes data invalid: a claim that is due is an issue only with "
        "--strict.",
        "check --data data_src --due --generated-at now",
        (_add_data, _add_base_url, _add_build_time, _add_due_or_strict),
    ),
    Command.AUDIT: CommandSpec(
        "print claims to compare with their sources, or figures",
        "A checklist has claims that state something: where each is, what it states, its sources, and boxes to tick. The "
        "figures, of the whole and of each country, are claims by grade, sources by kind, and what is missing, due or "
        "excepted.",
        "audit --sample 20 --seed 7 --country fr",
        (_add_audit, _add_data, _add_build_time),
    ),
    Command.FORMAT: CommandSpec(
        "rewrite the source files in the canonical format",
        "The editor schemas beside them are rewritten too. Nothing is written if a file cannot be read, or if its shape "
        "or a text in it has an issue.",
        "format",
        (partial(_add_data, default=SOURCE_FOLDER), _add_fill),
    ),
    Command.NEW: CommandSpec(
        "write the source file of a new country",
        "Everything but the name and the region is not known, and the tile of the map is a free one near the region. "
        "Nothing is written if the country exists, or if the data has an issue or would have one.",
        "new country tn --name Tunisia --region Africa",
        (_add_new_country, partial(_add_data, default=SOURCE_FOLDER)),
    ),
    Command.DIFF: CommandSpec(
        "show what is different between two sites",
        "The exit status is 1 if the version of the newer site is too low for what has changed. Without NEW, the data is "
        "built in memory, and nothing is written.",
        "diff last_release",
        (_add_two_sites, _add_json, _add_data, _add_build_time),
    ),
    Command.RELEASE: CommandSpec(
        "cut a release of the repository",
        "The working folder must be the repository. The command writes the version and the time of the release, the record "
        "of its changes, the stored release, the changelog and the citation, and deletes the files of unreleased changes. "
        "Nothing is written if a promise is broken or the version is too low.",
        "release --generated-at now",
        (
            _add_version,
            partial(_add_generated_at, what="release", default="SOURCE_DATE_EPOCH; one of the two is required"),
        ),
    ),
    Command.VERIFY: CommandSpec(
        "build a site again and compare every byte",
        "The exit status is 1 if a file differs, is missing or is unexpected; the first difference is shown.",
        "verify dist/site",
        (_add_site, _add_data, _add_base_url, _add_build_time),
    ),
    Command.RESTORE: CommandSpec(
        "put a former site back in the place of the one that replaced it",
        "It was kept by build with --keep or with --layout releases. The site that it replaces is kept in turn, so a second "
        "restore undoes the first. A former site that is not as its SHA256SUMS says is refused.",
        "restore --out /srv/locdata",
        (publishing_arguments.add_former, partial(_add_out, text="the target of the build")),
    ),
    Command.CONFIG: CommandSpec(
        "print the configuration of a server",
        "'headers' is the file _headers of Cloudflare Pages and Netlify.",
        "config nginx --out /srv/locdata",
        (_add_server, _add_data, partial(_add_out, text="the folder that the server reads"), _add_base_url),
    ),
    Command.SERVE: CommandSpec(
        "preview a built site on this machine",
        "It sends the headers that the configurations send, to this machine only, until it is interrupted. With --watch, "
        "nothing is written, and pages show the issues of the data as long as it has any.",
        "serve --watch",
        (_add_site_or_watch, partial(_add_data, default=f"{SOURCE_FOLDER}; only with --watch"), _add_port),
    ),
}
"""Every command, in the order of the help."""
