"""Compare VAT rates, identifiers and Peppol schemes of the source files with public data sets, and print the differences.

It is no part of the build or its tests, and only prints. npm and pip download the packages into a temporary folder. Their hashes
are checked, and they are read as data: no code in them runs. docs/crosscheck.md explains the data sets and the differences.
"""

import argparse
import ast
import datetime as dt
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from locdata_build.data.canonical import parse_file
from locdata_build.data.countries import CountryFile
from locdata_build.data.files import COUNTRIES
from locdata_build.data.reading import read_sources
from locdata_build.data.vat_rates import SourceVatRate
from locdata_model.identifiers import IdentifierKind
from locdata_model.vat_rates import REDUCED_CATEGORIES, RateCategory

STANDARD, REDUCED = RateCategory.STANDARD, RateCategory.REDUCED
ISO_CODES = {"EL": "GR", "ES-GC": "ES-CN", "ES-TF": "ES-CN"}
"""Our codes for those of data sets: Greece in the European Union, and the two provinces of the Canary Islands."""

Rates = Sequence[SourceVatRate]


class CrosscheckError(Exception):
    """The data or a data set cannot be read."""


class Published(NamedTuple):
    """The standard rate, or all reduced rates, of an ISO code, from the first day of each period (the maximum if not known)."""

    code: str
    category: RateCategory
    periods: list[tuple[dt.date, set[Decimal]]]

    def rates_on(self, day: dt.date) -> set[Decimal]:
        """Return the rates on a day."""
        return next((rates for since, rates in reversed(self.periods) if since <= day), self.periods[0][1])


def read_sales_tax(content: bytes) -> Iterator[Published]:
    """Yield standard rates. Those of states are on top of the country's, except PST and QST of Canada beside GST."""
    for code, country in json.loads(content, parse_float=Decimal, parse_int=Decimal).items():
        if country["type"] != "none":
            yield Published(code, STANDARD, _sales_tax_periods(country, base=Decimal()))
        for state, entry in country.get("states", {}).items():
            base = Decimal() if entry["type"] in {"pst", "qst"} else country["rate"]
            yield Published(f"{code}-{state}", STANDARD, _sales_tax_periods(entry, base=base))


def _sales_tax_periods(entry: Mapping[str, Any], *, base: Decimal) -> list[tuple[dt.date, set[Decimal]]]:
    """Return the periods of an entry. It has former rates by their ends, which are midnights of some time zone in UTC."""
    former = dict(sorted(entry.get("before", {}).items()))
    ends = [(dt.datetime.fromisoformat(end) + dt.timedelta(hours=12)).date() for end in former]
    days = [ends[0] - dt.timedelta(days=1) if ends else dt.date.max, *ends]
    rates = [{(base + each["rate"]) * 100} for each in [*former.values(), entry]]
    return [*zip(days, rates, strict=True)]


def read_duty27(content: bytes) -> Iterator[Published]:
    """Yield standard rates since 2016, from the literal at the end of a Python module."""
    for code, _, periods in ast.literal_eval(content.decode().partition("\nDATA = ")[2]):
        yield Published(code, STANDARD, [(dt.date.fromisoformat(day), {Decimal(rate)}) for day, rate in periods])


def read_vatnode(content: bytes) -> Iterator[Published]:
    """Yield current standard rates, and all reduced rates together, those of territories included."""
    for code, country in json.loads(content, parse_float=Decimal, parse_int=Decimal)["rates"].items():
        reduced = {*country["reduced"], country["super_reduced"], country["parking"]} - {None}
        yield Published(code, STANDARD, [(dt.date.max, {country["standard"]})])
        yield Published(code, REDUCED, [(dt.date.max, reduced)])


class DataSet(NamedTuple):
    """A package: the day of its data, the command that downloads it, the file with the data, and the function that reads that."""

    name: str
    version: str
    day: str
    command: str
    member: str
    read: Callable[[bytes], Iterator[Published]]


NPM = "npm pack --loglevel=error --ignore-scripts {name}@{version}"
PIP = "python3 -m pip --quiet --disable-pip-version-check download --no-deps --only-binary=:all: {name}=={version}"
DATA_SETS = (
    DataSet("sales-tax", "2.23.0", "2026-05-19", NPM, "package/res/sales_tax_rates.json", read_sales_tax),
    DataSet("duty27-eu-vat", "0.1.0", "2026-10-04", PIP, "duty27_eu_vat/_data.py", read_duty27),
    DataSet(
        "eu-vat-rates-data", "2026.9.29", "2026-09-29", PIP, "eu_vat_rates_data/eu_vat_rates_data.json", read_vatnode
    ),
)
STDNUM = DataSet("python-stdnum", "2.2", "2026-01-04", PIP, "stdnum", lambda content: iter(()))
SHA256 = {
    "python-stdnum": "bdf98fd117a0ca152e4047aa8ad254bae63853d4e915ddd4e0effb33ba0e9260",
    "sales-tax": "f11481ed8e9a479d9681e330ba282df3e2cd7e4e0754d22a5d934593c578a5a6",
    "duty27-eu-vat": "c340985610c04695d39b666086bb1feeaf5fde369e19ab0a12d64e6ee82cb9e2",
    "eu-vat-rates-data": "3f36b6ba74c8982110c7b98d5d144f35c7e6277bad426faa5204b8eba87f6ae8",
}


def download(data_set: DataSet, folder: Path) -> Path:
    """Download a package into a folder, without what it depends on, and return the folder."""
    command = data_set.command.format(**data_set._asdict())
    try:
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True, text=True, timeout=300)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        reason = re.search("(npm error|ERROR).*", getattr(error, "stderr", None) or "")
        raise CrosscheckError(f"{command}: {reason[0] if reason else error}") from error
    return folder


@contextmanager
def unpacked(data_set: DataSet, packages: Path | None) -> Iterator[Path]:
    """Yield the file or folder of a data set that has its data, from a folder of archives or from a download."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = packages or download(data_set, Path(scratch))
        hashes = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in folder.iterdir() if file.is_file()}
        if not (archive := hashes.get(wanted := SHA256[data_set.name])):
            raise CrosscheckError(f"{folder}: must have the archive of {data_set.name} with the SHA-256 hash {wanted}")
        shutil.unpack_archive(archive, scratch, "zip" if archive.suffix == ".whl" else "gztar")
        yield Path(scratch, data_set.member)


def read_package(data_set: DataSet, packages: Path | None, on: dt.date) -> list[Published]:
    """Return the rates of a data set that was published by a day, with our codes."""
    with unpacked(data_set, packages) as member:
        found = [*data_set.read(member.read_bytes())]
    # Current rates are not those of an earlier day.
    found = [each for each in found if min(str(each.periods[0][0]), data_set.day) <= str(on)]
    renamed = {(code := ISO_CODES.get(each.code, each.code), each.category): each._replace(code=code) for each in found}
    return [renamed[key] for key in sorted(renamed)]


def read_countries(folder: Path) -> dict[str, CountryFile]:
    """Return our countries by code. Only the shape of the data is checked: it may be work in progress."""
    sources = read_sources(folder, str(folder))
    parsed = [parse_file(file) for file in sources.files if file.kind is COUNTRIES]
    if issues := [*sources.issues, *(issue for each in parsed if not each.record for issue in each.issues)]:
        raise CrosscheckError(f"{issues[0]} (issue 1 of {len(issues)})")
    countries = {each.record.code: each.record for each in parsed if isinstance(each.record, CountryFile)}
    if not any(country.vat_rates for country in countries.values()):
        raise CrosscheckError(f"{folder}: must have VAT rates")
    return countries


def compare(published: Published, rates: Rates, day: dt.date) -> tuple[list[SourceVatRate], bool | None]:
    """Return the rates of a country on a day, and whether they agree; None if no standard rate of ours applies.

    A standard rate agrees if it is one of ours: some countries have several taxes. Reduced rates agree if they include ours for
    the whole country, and are all ours somewhere. A rate of which the first day is not known counts before its check too.
    """
    applying = [each for each in rates if each.applies_on(day)]
    kinds = {STANDARD} if published.category is STANDARD else REDUCED_CATEGORIES
    place = published.code if "-" in published.code else None
    ours = [each for each in applying if each.category in kinds and place in (each.territory_codes or [each.territory])]
    values, theirs = {Decimal(each.rate) for each in ours}, published.rates_on(day)
    if published.category is STANDARD:
        return ours, theirs <= values if ours else None
    return ours, values <= theirs <= {Decimal(each.rate) for each in applying}


def report(name: str, found: Sequence[Published], all_rates: Mapping[str, Rates], on: dt.date) -> list[str]:
    """Return the differences from a data set up to a day, each once for the last day of the same rates, and three lines on it."""
    differences, missing, agreeing = [], [], 0
    for each in found:
        rates = all_rates.get(each.code[:2].lower(), ())
        first, later = min(on, each.periods[0][0]), None
        days = {first, on, *(day for day, _ in each.periods), *(rate.since for rate in rates if rate.since)}
        for day in sorted((day for day in days if first <= day <= on and rates), reverse=True):
            records, agrees = compare(each, rates, day)
            theirs = ", ".join(f"{rate.normalize():f}" for rate in sorted(each.rates_on(day)))
            if later == (later := ([record.rate for record in records], theirs)):
                continue
            ours = ", ".join(f"{each.rate} (since {each.since})" if each.since else each.rate for each in records)
            what = f"{each.code.lower()} {each.category.value} {day}"
            agreeing += agrees is True
            missing += [f"{what} {theirs}"] if agrees is None else []
            differences += [f"{what}: ours {ours or 'none'}, {name} {theirs or 'none'}"] if agrees is False else []
    absent = sorted(all_rates.keys() - {each.code[:2].lower() for each in found})
    return [
        *differences,
        f"{name}: {agreeing + len(differences)} compared, {agreeing} agree",
        f"{name}: {len(missing)} without a rate of ours: {', '.join(missing) or 'none'}",
        f"{name}: nothing on {len(absent)} of our countries: {', '.join(absent) or 'none'}",
    ]


# Identifiers and Peppol schemes


def read_stdnum(folder: Path, code: str) -> list[str]:
    """Return the valid VAT numbers of a country in the examples of python-stdnum; none if it has no VAT number of the country."""
    package = folder / code if (folder / code).is_dir() else folder / f"{code}_"
    start = package / "__init__.py"
    alias = re.search(r"import (\w+) as vat", start.read_text(encoding="utf-8")) if start.is_file() else None
    module = package / f"{alias[1] if alias else 'vat'}.py"
    text = module.read_text(encoding="utf-8") if module.is_file() else ""
    return re.findall(r">>> validate\('[^']+'\)\n\s*'([^']+)'", text)


def report_numbers(countries: Mapping[str, CountryFile], folder: Path) -> list[str]:
    """Return a line for each country whose patterns of VAT or tax numbers match no valid number of python-stdnum, and a line on all."""
    name, differences, agreeing, absent = f"{STDNUM.name} {STDNUM.version}", [], 0, []
    for code, country in sorted(countries.items()):
        recorded = [each for each in country.identifiers if each.pattern and each.kind is not IdentifierKind.REGISTER]
        numbers = read_stdnum(folder, code)
        forms = [(each.prefix or code.upper(), each.pattern or "") for each in recorded]
        unmatched = [
            number
            for number in numbers
            if not any(re.fullmatch(form, f"{start}{number}") for prefix, form in forms for start in ("", prefix))
        ]
        if not (recorded and numbers):
            absent.append(code)
        elif unmatched:
            differences.append(f"{code}: ours {' or '.join(form for _, form in forms)}, {name} {', '.join(unmatched)}")
        else:
            agreeing += 1
    return [
        *differences,
        f"{name}: VAT numbers of {agreeing + len(differences)} compared, {agreeing} agree",
        f"{name}: not compared: {', '.join(absent) or 'none'}",
    ]


def report_schemes(countries: Mapping[str, CountryFile], code_list: Path) -> list[str]:
    """Return a line for each scheme that differs from the code list of Peppol in its name or state, and a line on all."""
    try:
        content = json.loads(code_list.read_bytes())
        theirs = {
            (each["country"].lower(), each["iso6523"]): f"{each['schemeid']} {each['state']}"
            for each in content["values"]
            if each["country"].lower() in countries
        }
    except (ValueError, TypeError, KeyError) as error:
        raise CrosscheckError(f"{code_list}: must be the code list of Peppol as JSON") from error
    ours = {
        (code, each.code): f"{each.name} {each.state.value}"
        for code, country in countries.items()
        for each in country.peppol_schemes
    }
    name = f"Peppol code list {content['version']}"
    differences = [
        f"{code} {scheme}: ours {ours.get((code, scheme), 'none')}, {name} {theirs.get((code, scheme), 'none')}"
        for code, scheme in sorted(ours.keys() | theirs.keys())
        if ours.get((code, scheme)) != theirs.get((code, scheme))
    ]
    return [*differences, f"{name}: {len(ours.keys() | theirs.keys())} schemes compared, {len(differences)} differ"]


def main() -> int:
    """Print the differences; return the exit status."""
    parser = argparse.ArgumentParser(prog="crosscheck", description="Compare our records with public data sets.")
    parser.add_argument("--data", type=Path, default="data_src", metavar="DIR", help="source files (default: data_src)")
    parser.add_argument("--on", type=dt.date.fromisoformat, metavar="DAY", help="default: the day of our newest check")
    parser.add_argument("--packages", type=Path, metavar="DIR", help="folder of archives, instead of a download")
    parser.add_argument(
        "--peppol", type=Path, metavar="FILE", help="code list of participant identifier schemes (JSON)"
    )
    arguments = parser.parse_args()
    try:
        countries = read_countries(arguments.data)
        rates = {code: country.vat_rates for code, country in countries.items()}
        on = arguments.on or max(rate.checked for country in rates.values() for rate in country)
        found = {f"{each.name} {each.version}": read_package(each, arguments.packages, on) for each in DATA_SETS}
        with unpacked(STDNUM, arguments.packages) as folder:
            others = [report_numbers(countries, folder)]
        others += [report_schemes(countries, arguments.peppol)] if arguments.peppol else []
    except (CrosscheckError, OSError) as error:
        print(f"crosscheck: {error}", file=sys.stderr)
        return 2
    reports = [report(name, published, rates, on) for name, published in found.items()]
    count = f"{sum(len(lines) - 3 for lines in reports)} differences of rates, up to {on}"
    print("\n\n".join(["\n".join(lines) for lines in [*reports, *others]] + [count]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
