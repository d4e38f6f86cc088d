"""The tools: what each is called, what it takes and gives, and the function that answers."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from locdata_client import Client
from locdata_mcp.answers.answer import Answer, Query
from locdata_mcp.answers.country import CountryQuery, CountryRecord, country
from locdata_mcp.answers.entries import Hit
from locdata_mcp.answers.erp_support import ErpSupportQuery, SupportAnswer, erp_support
from locdata_mcp.answers.find import FindQuery, find
from locdata_mcp.answers.obligations import ObligationRecord, ObligationsQuery, obligations
from locdata_mcp.answers.reports import ReportRecord, ReportsQuery, reports
from locdata_mcp.answers.sources import SourceRecord, SourcesQuery, sources
from locdata_mcp.answers.upcoming import PhaseRecord, UpcomingQuery, upcoming
from locdata_model.open_vocabulary import known_words_only

Schema = dict[str, Any]


class InvalidArgumentsError(ValueError):
    """The arguments are not those that the tool takes."""


class Tool(Struct, frozen=True, kw_only=True):
    """A tool. ``ask`` gets a query of the type ``query`` and returns an answer of the type ``answer``."""

    name: str
    title: str
    description: str
    query: type[Query]
    answer: Any
    ask: Callable[[Client, Any], Answer[Any]]

    @property
    def input_schema(self) -> Schema:
        """The JSON Schema of the arguments."""
        return _schema(self.query)

    @property
    def output_schema(self) -> Schema:
        """The JSON Schema of the answer."""
        return _schema(self.answer)

    def answer_to(self, client: Client, arguments: Mapping[str, Any]) -> Answer[Any]:
        """Return the answer to arguments as they were received.

        Raises ``InvalidArgumentsError`` for arguments that the tool does not take, and ``LocdataError`` if the site has no
        such country, product or record, or gives no usable answer.
        """
        try:
            # A word that a filter does not know would match nothing, which would look like an answer.
            with known_words_only():
                query = msgspec.convert(dict(arguments), self.query)
        except (msgspec.ValidationError, RecursionError) as error:
            raise InvalidArgumentsError(f"{error}{self._allowed(str(error))}") from error
        return self.ask(client, query)

    def _allowed(self, message: str) -> str:
        """Return what a wrong argument may be: the names of the arguments, or the words of the one that a message names."""
        schema = self.input_schema
        if "unknown field" in message:
            return f"; the arguments are {', '.join(schema['properties'])}"
        argument = schema["properties"].get(message.rpartition("$.")[2].rstrip("`"), {})
        for member in argument.get("anyOf", []):
            definition = schema.get("$defs", {}).get(member.get("$ref", "").rpartition("/")[2], {})
            if "enum" in definition:
                return f"; allowed are {', '.join(definition['enum'])}"
        return ""


def _schema(kind: Any) -> Schema:  # noqa: ANN401  # any type
    """Return the JSON Schema of a Struct with its type at the root, where the protocol expects it."""
    (reference,), definitions = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    root: Schema = definitions.pop(reference["$ref"].rpartition("/")[2])
    return {**root, "$defs": definitions} if definitions else root


TOOLS = (
    Tool(
        name="find",
        title="Find a name or a term",
        description=(
            "Look up any name or term: a form, a platform, a format, an authority, a provider, a product, a country. "
            "Gives what it is, where it applies, and for a report its frequency, deadline and format."
        ),
        query=FindQuery,
        answer=Answer[Hit],
        ask=find,
    ),
    Tool(
        name="country",
        title="A country at a glance",
        description=(
            "Whether a country requires e-invoicing, real-time reporting, SAF-T and audit files, what starts next, and the "
            "facts on currency, VAT rates, reporting, accounts and the tax authority."
        ),
        query=CountryQuery,
        answer=Answer[CountryRecord],
        ask=country,
    ),
    Tool(
        name="obligations",
        title="Obligations of countries",
        description=(
            "What countries require, filtered by country, kind, status, mode and date: for example all that clear invoices, "
            "or several countries side by side. Few records come with whole summaries."
        ),
        query=ObligationsQuery,
        answer=Answer[ObligationRecord],
        ask=obligations,
    ),
    Tool(
        name="upcoming",
        title="What starts when",
        description=(
            "The dated phases of obligations between two days, by country: what changes, for whom, and whether a law sets "
            "the date."
        ),
        query=UpcomingQuery,
        answer=Answer[PhaseRecord],
        ask=upcoming,
    ),
    Tool(
        name="reports",
        title="Reports and deadlines",
        description=(
            "What a business files in a country: VAT returns, lists and SAF-T files, with frequency, deadline and channel."
        ),
        query=ReportsQuery,
        answer=Answer[ReportRecord],
        ask=reports,
    ),
    Tool(
        name="erp_support",
        title="Support by ERP products",
        description=(
            "How ERP products support e-invoicing, localization and reports of countries, and which providers connect them. "
            "One country and one product give everything that is known of the two."
        ),
        query=ErpSupportQuery,
        answer=SupportAnswer,
        ask=erp_support,
    ),
    Tool(
        name="sources",
        title="Sources of a record",
        description="Every source of a record by its id: publisher, title, kind, and when and how it was read.",
        query=SourcesQuery,
        answer=Answer[SourceRecord],
        ask=sources,
    ),
)
"""Every tool, in the order in which a client lists them."""
