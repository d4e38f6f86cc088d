"""The client: typed answers from the URL or the folder of a site."""

import datetime as dt
import os
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

import locdata_model as model
from locdata_client.files import InvalidContentError, NotFoundError, PublishedFile, UnsupportedVersionError
from locdata_client.sites import open_site
from locdata_model import endpoints
from locdata_model.endpoint_spec import ResponseT_co, TypedEndpoint
from locdata_model.urls import API_V1_FOLDER

DatedT = TypeVar("DatedT", bound=model.DatedRecord)
DecodedT = TypeVar("DecodedT")
DerivedT = TypeVar("DerivedT")
InputsT = TypeVarTuple("InputsT")

Day: TypeAlias = dt.date | str
"""A day, also in the form YYYY-MM-DD."""

API_VERSION = 1
"""The major version of the API that this package reads."""


class ReportSupport(Struct, frozen=True, kw_only=True):
    """A report, and its support by the product: None if that is unknown."""

    report: model.Report
    support: model.ReportErpSupport | None


class ErpSupport(Struct, frozen=True, kw_only=True):
    """Support of the rules of a country by an ERP product.

    ``e_invoicing`` is None for a country outside the e-invoicing matrix, ``localization`` if nothing is recorded: both mean
    unknown. ``reports`` are all reports of the country. ``connectors`` are those whose countries in scope include it.
    """

    country: str
    product: str
    localization: model.Fact | None
    e_invoicing: model.Fact | None
    reports: tuple[ReportSupport, ...]
    connectors: tuple[model.Connector, ...]
    partner_flags: tuple[model.PartnerFlag, ...]
    partners: tuple[model.Partner, ...]


class _Version(Struct, frozen=True):
    version: str


class _Versioned(Struct, frozen=True):
    """The version in an API response of any version."""

    meta: _Version


class _Known(Struct, frozen=True):
    """A decoded file, and the time at which it was last known to be current (seconds of ``time.monotonic``)."""

    file: PublishedFile
    value: Any
    current_at: float


class _Derived(Struct, frozen=True):
    """A value that was made of inputs. These are kept, so that no other object can get the identity of one."""

    inputs: tuple[object, ...]
    value: Any


class Client:
    """A site's data, typed.

    ``site`` is the base URL of a site, or the folder of a built one. ``cache`` names a folder in which responses are kept with
    their ETags from run to run; without it, they are kept in memory. ``timeout`` is that of each network operation in
    seconds; a whole request may take five minutes. A response is not requested again within ``fresh_for`` seconds.

    Codes of countries are ISO 3166-1 alpha-2, in lower or upper case; an alias will do, such as ``EL`` or ``UK``. Every
    method raises ``NotFoundError`` for a country or a product that the site does not have, ``UnreachableError`` if the site
    cannot be read, ``InvalidContentError`` for content that is not as published, and ``UnsupportedVersionError`` for a site
    without this version of the API. All of these are ``LocdataError``. Fields, words and files that a later version of the
    site adds stop nothing.

    One client may be used by several threads.
    """

    def __init__(
        self,
        site: str | os.PathLike[str],
        *,
        cache: str | os.PathLike[str] | None = None,
        timeout: float = 30.0,
        fresh_for: float = 0.0,
    ) -> None:
        """Raise ``LocdataError`` if ``site`` is neither a URL nor a folder, or if the folder ``cache`` cannot be created."""
        self._site = open_site(os.fspath(site), timeout=timeout, cache=None if cache is None else Path(cache))
        self._fresh_for = fresh_for
        self._known: dict[tuple[str, object], _Known] = {}
        self._derived: dict[object, _Derived] = {}

    # Files

    def read(self, path: str) -> bytes:
        """Return the bytes of any published file, such as ``/italy/index.md``."""
        return self._site.read(path).content

    def url(self, path: str) -> str:
        """Return the URL of a path that the site states, such as an ``api_url`` or the page ``commercial_licence``.

        It is below the base URL, also if that has a path. For a site in a folder, it is the path in the file system.
        """
        if path.endswith("/"):
            return self._site.url(f"{path}index.html").removesuffix("index.html")
        return self._site.url(path)

    def json(self, path: str) -> Any:  # noqa: ANN401  # of a file whose type this version may not know
        """Return the parsed JSON of any published file, also of one that this version has no type for."""
        return self._decoded(path, None, msgspec.json.decode)

    def get(self, path: str, type: type[DecodedT]) -> DecodedT:  # noqa: A002  # as in msgspec
        """Return an API response or a data file, such as ``get("/api/v1/flips.json", FlipsResponse)``.

        Raises ``UnexpectedTypeError`` and ``UnknownPathError`` of ``locdata_model`` if the path has another type, or none.
        """

        def parse(content: bytes) -> DecodedT:
            if path.startswith(API_V1_FOLDER):
                self._check_version(path, content)
            return model.decode(path, content, type=type)

        try:
            response: DecodedT = self._decoded(path, type, parse)
        except NotFoundError as error:
            self._check_index(error)
            raise
        return response

    def derived(self, make: Callable[[*InputsT], DerivedT], *inputs: *InputsT) -> DerivedT:
        """Return ``make(*inputs)``, such as an index of answers. It is made again only if an input is another object.

        The objects decoded from a file stay the same until the file changes. ``make`` must be the same function in each call.
        """
        identities = [*map(id, inputs)]
        known = self._derived.get(make)
        if known is None or [*map(id, known.inputs)] != identities:
            known = self._derived[make] = _Derived(inputs, make(*inputs))
        value: DerivedT = known.value
        return value

    # Answers

    def meta(self) -> model.Meta:
        """Return the version of the data, the time of its build and its licence."""
        return self._response(endpoints.INDEX).meta

    def countries(self) -> tuple[model.Country, ...]:
        """Return all countries with their toggles."""
        return self._response(endpoints.COUNTRIES).data

    def country(self, country: str) -> model.CountryDetail:
        """Return a country with its facts, local ERP systems, partner flags and partners."""
        return self._response(endpoints.COUNTRY, country).data

    def facts(self, topic: model.Topic | None = None, countries: str | Collection[str] = ()) -> tuple[model.Fact, ...]:
        """Return the facts on a topic, or on all; without countries, those of all countries. A fact on a product has its ``erp``."""
        facts = self._of_countries(endpoints.FACTS, countries)
        return tuple(fact for fact in facts if topic in (None, fact.topic))

    def obligations(self, country: str | None = None) -> tuple[model.Obligation, ...]:
        """Return the obligations of a country, or of all countries."""
        endpoint = endpoints.OBLIGATIONS if country is None else endpoints.COUNTRY_OBLIGATIONS
        return self._response(endpoint, country).data

    def mandates(self) -> tuple[model.Mandate, ...]:
        """Return the e-invoicing mandates of the countries of the matrix, in words."""
        return self._response(endpoints.MANDATES).data

    def reports(self, country: str | None = None) -> tuple[model.Report, ...]:
        """Return the reports of a country, or of all countries."""
        endpoint = endpoints.REPORTS if country is None else endpoints.COUNTRY_REPORTS
        return self._response(endpoint, country).data

    def records(
        self, kind: type[DatedT], countries: str | Collection[str] = (), *, on: Day | None = None
    ) -> tuple[DatedT, ...]:
        """Return the records of a kind of dated records: ``VatRate``, ``Threshold``, ``Format`` or ``TaxRule``.

        Without countries, those of all countries; with ``on``, those that apply on a day, also one in the past or future.
        """
        endpoint = next(each for each in endpoints.DATED_LISTS if each.item is kind)
        records = self._of_countries(endpoint, countries)
        return model.applying_on(records, _day(on)) if on else records

    def rate_on(
        self,
        country: str,
        category: model.RateCategory,
        date: Day,
        *,
        territory: str | None = None,
        tax: str | None = None,
    ) -> model.VatRate | None:
        """Return the rate of a category in a country on a day, as ``rate_on`` of ``locdata_model`` does."""
        records = self.records(model.VatRate, country)
        return model.rate_on(records, category, _day(date), territory=territory, tax=tax)

    def upcoming(
        self, countries: str | Collection[str] = (), until: Day | None = None, *, since: Day | None = None
    ) -> tuple[model.Phase, ...]:
        """Return the phases from the day ``since`` to the day ``until``, the earliest first.

        Without countries, those of all countries; without ``since``, those after the day of the build; without ``until``, all
        later ones. The ``state`` of a phase says whether a law sets its date (``upcoming``), or not yet (``announced``).
        """
        codes = self._codes([countries] if isinstance(countries, str) else countries)
        response = self._response(endpoints.PHASES)
        first = _day(since) if since else response.meta.generated_at.date() + dt.timedelta(days=1)
        last = _day(until) if until else dt.date.max
        return tuple(
            phase for phase in response.data if first <= phase.date <= last and (not codes or phase.country in codes)
        )

    def flips(self, countries: str | Collection[str] = ()) -> tuple[model.Flip, ...]:
        """Return which toggle changes on which day, the earliest first. Without countries, those of all countries."""
        return self._of_countries(endpoints.FLIPS, countries)

    def due_between(self, first: Day, last: Day, countries: str | Collection[str] = ()) -> tuple[model.DueDate, ...]:
        """Return the due dates between two days, both included, the earliest first. Without countries, those of all countries.

        Due dates are known for thirteen months from the day of the build. ``undated`` of a report says why it has none.
        """
        return model.due_between(self._of_countries(endpoints.DUE_DATES, countries), _day(first), _day(last))

    def toggles_on(self, country: str, date: Day) -> model.Toggles:
        """Return the toggles of a country on a day, also one in the past or future, according to the current data."""
        return model.toggles_on(self.obligations(country), _day(date))

    def products(self) -> tuple[model.Erp, ...]:
        """Return all ERP products."""
        return self._response(endpoints.ERPS).data

    def connectors(self) -> tuple[model.Connector, ...]:
        """Return every connector between an ERP product and an e-invoicing provider."""
        return self._response(endpoints.CONNECTORS).data

    def erp_support(self, country: str, product: str) -> ErpSupport:
        """Return the support of a country by an ERP product, given the id of the product."""
        ids = [each.id for each in self.products()]
        if product not in ids:
            raise NotFoundError(f"no product has the id {product[:80]!r}; the products are {', '.join(ids)}")
        detail = self.country(country)
        facts = {fact.topic: fact for fact in detail.facts if fact.erp == product}
        return ErpSupport(
            country=detail.code,
            product=product,
            localization=facts.get(model.Topic.ERP_LOCALIZATION),
            e_invoicing=facts.get(model.Topic.E_INVOICING_ERP_SUPPORT),
            reports=tuple(
                ReportSupport(report=each, support={cell.erp: cell for cell in each.erp_support}.get(product))
                for each in self.reports(country)
            ),
            connectors=tuple(
                each for each in self.connectors() if each.erp == product and detail.code in each.countries_in_scope
            ),
            partner_flags=tuple(each for each in detail.partner_flags if each.erp == product),
            partners=tuple(each for each in detail.partners if each.erp == product),
        )

    def terms(self) -> tuple[model.Term, ...]:
        """Return the terms of the glossary. Sites of version 1.0.0 have none."""
        try:
            return self._response(endpoints.TERMS).data
        except NotFoundError:
            return ()

    def sources(self) -> tuple[model.Source, ...]:
        """Return every page or text that is cited, with the claims that cite it."""
        return self._response(endpoints.SOURCES).data

    def changes(self) -> tuple[model.Release, ...]:
        """Return the releases, the newest first, with what each changed in the contract and in the records."""
        return self._response(endpoints.CHANGES).data

    def _response(self, endpoint: TypedEndpoint[ResponseT_co], country: str | None = None) -> ResponseT_co:
        """Return the response of an endpoint, given the country if that is its parameter."""
        path = endpoint.path if country is None else endpoint.path_for(*self._codes([country]))
        return self.get(path, endpoint.response)

    def _of_countries(self, endpoint: TypedEndpoint[Any], countries: str | Collection[str]) -> tuple[Any, ...]:
        """Return the records of a list for some countries, or for all. Those of one country are read from its own file, if it has one."""
        codes = self._codes([countries] if isinstance(countries, str) else countries)
        if len(codes) == 1 and endpoint in endpoints.LISTS_OF_COUNTRY:
            of_country: tuple[Any, ...] = self._response(endpoints.LISTS_OF_COUNTRY[endpoint], *codes).data
            return of_country
        everything: tuple[Any, ...] = self._response(endpoint).data
        return tuple(each for each in everything if each.country in codes) if codes else everything

    def _codes(self, countries: Collection[str]) -> Collection[str]:
        """Return the codes of countries that the site has. The list of countries is read once, if at all."""
        listed = self.countries() if countries else ()
        known = {name.casefold(): each.code for each in listed for name in (*each.aliases, each.code)}
        for country in countries:
            if country.casefold() not in known:
                codes = ", ".join(each.code for each in listed)
                raise NotFoundError(f"no country has the code {country[:80]!r}; the countries are {codes}")
        return {known[country.casefold()] for country in countries}

    def _decoded(self, path: str, kind: object, parse: Callable[[bytes], Any]) -> Any:  # noqa: ANN401
        """Return a decoded file. It is decoded again only if it has changed."""
        known = self._known.get((path, kind))
        now = time.monotonic()
        if known and now - known.current_at < self._fresh_for:
            return known.value
        file = self._site.read(path, known.file if known else None)
        try:
            value = known.value if known and file is known.file else self._parsed(path, file, parse)
        except InvalidContentError:
            # What the cache holds may be broken, although the site says that it is unchanged.
            if not self._site.forget(path):
                raise
            file = self._site.read(path)
            value = self._parsed(path, file, parse)
        self._known[path, kind] = _Known(file, value, now)
        return value

    def _parsed(self, path: str, file: PublishedFile, parse: Callable[[bytes], Any]) -> Any:  # noqa: ANN401
        try:
            return parse(file.content)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidContentError(f"{self._site.url(path)}: {error}") from error

    def _check_version(self, path: str, content: bytes) -> None:
        """Refuse a response of another major version. Anything that is no response at all is left to the decoder."""
        try:
            version = msgspec.json.decode(content, type=_Versioned).meta.version
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return
        if version.partition(".")[0] != str(API_VERSION):
            raise UnsupportedVersionError(
                f"{self._site.url(path)}: the data has version {version[:40]!r}; this package reads version {API_VERSION}"
            )

    def _check_index(self, missing: NotFoundError) -> None:
        """Raise ``UnsupportedVersionError`` if the site has no index of the API either."""
        try:
            self._site.read(endpoints.INDEX.path)
        except NotFoundError:
            message = f"{self._site.url(endpoints.INDEX.path)}: no site with version {API_VERSION} of the API is here"
            raise UnsupportedVersionError(message) from missing


def _day(value: Day) -> dt.date:
    """Return a day as a date. Raises ``ValueError`` for a text that is none."""
    if isinstance(value, str):
        return dt.date.fromisoformat(value)
    return value.date() if isinstance(value, dt.datetime) else value
