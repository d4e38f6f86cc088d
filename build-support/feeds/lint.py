"""Lint calendars, Atom feeds, the data package, databases, sitemaps and security.txt of a built site; build-support/lint-feeds.sh runs it.

    python lint.py SITE SITEMAP-SCHEMA

It runs in a virtual environment with feeds.lock, which Pants does not install.
"""

import asyncio
import sys
import warnings
from collections.abc import Callable
from http.client import OK
from pathlib import Path

import frictionless  # pants: no-infer-dep
import ics  # pants: no-infer-dep
import vobject  # pants: no-infer-dep
from datasette.app import Datasette  # pants: no-infer-dep
from lxml import etree  # pants: no-infer-dep
from sectxt import Parser  # pants: no-infer-dep
from sqlite_utils import Database  # pants: no-infer-dep

ATOM = """
default namespace = "http://www.w3.org/2005/Atom"
namespace xhtml = "http://www.w3.org/1999/xhtml"
start = element feed { common & required & subtitle? & author+ & link+ & rights? & entry* }
entry = element entry { common & required & author* & link+ & rights? & category* & published? & summary? & content? }
required = element id { xsd:anyURI } & element title { text-construct } & element updated { xsd:dateTime }
subtitle = element subtitle { text-construct }
published = element published { xsd:dateTime }
author = element author { common, (element name { text } & element uri { xsd:anyURI }? & element email { text }?) }
category = element category { common, attribute term { text }, attribute scheme { xsd:anyURI }?, attribute label { text }? }
link = element link {
  common, attribute href { xsd:anyURI }, attribute rel { text }?, attribute type { media-type }?,
  attribute hreflang { xsd:language }?, attribute title { text }?
}
rights = element rights { text-construct }
summary = element summary { text-construct }
content = element content { text-construct }
text-construct = common, ((attribute type { "text" | "html" }?, text) | (attribute type { "xhtml" }, element xhtml:div { markup }))
markup = (text | attribute * { text } | element xhtml:* { markup })*
media-type = xsd:string { pattern = "[^/]+/[^/]+" }
common = attribute xml:lang { xsd:language }?, attribute xml:base { xsd:anyURI }?
"""
"""The grammar of RFC 4287, as far as we use it."""

site = Path(sys.argv[1])
failed = False


def lint(name: str, paths: list[Path], check: Callable[[Path], list[str]]) -> None:
    """Print what ``check`` returns or raises for each path. No paths at all is an issue too."""
    global failed  # noqa: PLW0603
    found = 0 if paths else 1
    for path in paths:
        try:
            issues = check(path)
        except Exception as error:  # noqa: BLE001  # Each library has its own.
            issues = [f"{type(error).__name__}: {error}"]
        for issue in issues:
            print(f"{name}: {path.relative_to(site)}: {issue}")
        found += len(issues)
    print(f"{name}: {found or 'no'} issues in {len(paths)} files")
    failed = failed or found > 0


def check_vobject(path: Path) -> list[str]:
    """Return no issue, or raise the first: a property that is required or not allowed."""
    for component in vobject.readComponents(path.read_bytes().decode()):
        component.validate(raiseException=True)
    return []


def check_ics(path: Path) -> list[str]:
    """Return no issue, or raise the first. The library reports some errors only as warnings."""
    with warnings.catch_warnings(action="error", category=UserWarning):
        ics.Calendar(path.read_bytes().decode())
    return []


def schema_check(schema: etree.RelaxNG | etree.XMLSchema) -> Callable[[Path], list[str]]:
    """Return a check against a schema."""

    def check(path: Path) -> list[str]:
        schema.validate(etree.parse(path))
        return [f"line {error.line}: {error.message}" for error in schema.error_log]

    return check


def check_frictionless(path: Path) -> list[str]:
    """Return the issues of a data package: descriptor, checksums, types, constraints, keys."""
    report = frictionless.Package(path.name, basepath=str(path.parent)).validate(limit_errors=5)
    return [str(message) for message in report.flatten(["title", "message"])]


def check_datasette(path: Path) -> list[str]:
    """Return the path of each table and view that Datasette cannot show, as a page or as JSON."""

    async def unshown() -> list[str]:
        datasette = Datasette([str(path)], settings={"suggest_facets": False})
        await datasette.invoke_startup()
        database = datasette.get_database(path.stem)
        names = [*await database.table_names(), *await database.view_names()]
        paths = [datasette.urls.table(path.stem, name, form) for name in names for form in (None, "json")]
        return [each for each in paths if (await datasette.client.get(each)).status_code != OK]

    return asyncio.run(unshown())


def check_sqlite_utils(path: Path) -> list[str]:
    """Return no issue, or raise the first: a copy is made of the rows, keys and indexes that the library finds."""
    copy = Database(memory=True)
    for table in Database(path).tables:
        copied = copy[table.name].create(table.columns_dict, pk=table.pks, foreign_keys=table.foreign_keys)
        copied.insert_all(table.rows)
        for index in table.indexes:
            copied.create_index(index.columns, unique=bool(index.unique))
    return [str(row) for row in copy.query("PRAGMA foreign_key_check")]


def check_sectxt(path: Path) -> list[str]:
    """Return the issues of a security.txt. Signing and encryption are up to the publisher."""
    parsed = Parser(path.read_bytes())
    recommended = [entry for entry in parsed.recommendations if entry["code"] not in {"not_signed", "no_encryption"}]
    return [issue["message"] for issue in [*parsed.errors, *recommended, *parsed.notifications]]


lint("ics.py", sorted(site.rglob("*.ics")), check_ics)
lint("vobject", sorted(site.rglob("*.ics")), check_vobject)
lint("RFC 4287", sorted(site.rglob("*.atom")), schema_check(etree.RelaxNG.from_rnc_string(ATOM)))
lint("sitemaps.org", sorted(site.glob("sitemap*.xml")), schema_check(etree.XMLSchema(etree.parse(sys.argv[2]))))
lint("sectxt", sorted(site.glob(".well-known/security.txt")), check_sectxt)
databases = sorted(site.rglob("*.sqlite"))
lint("Datasette", databases, check_datasette)
lint("sqlite-utils", databases, check_sqlite_utils)
lint("frictionless", [site / "data/datapackage.json", site / "data/locdata.zip"], check_frictionless)
sys.exit(failed)
