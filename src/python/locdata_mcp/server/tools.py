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
from locdata_mcp.server.schemas import Schema, input_schema, output_schema
from locdata_model.vocabulary import known_words_only


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
        return input_schema(self.query)

    @property
    def output_schema(self) -> Schema:
        """The JSON Schema of the answer."""
        return output_schema(self.answer)

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
        return f"; allowed are {', '.join(argument['enum'])}" if "enum" in argument else ""


TOOLS = (
    Tool(
        name="find",
        title="Find a name or a term",
        description=(
            "Look up a name or a term: a form, platform, format, authority, provider, product or local system. Countries and "
            "regions in the text limit the search. Gives what it is, where it is used, and for a report its deadline, format "
            "and support by products."
        ),
        query=FindQuery,
        answer=Answer[Hit],
        ask=find,
    ),
    Tool(
        name="country",
        title="A country at a glance",
        description=(
            "A country at a glance: its obligations, what starts next, and facts; with a topic, the whole text on VAT rates, "
            "the currency, the tax authority, accounts or ViDA."
        ),
        query=CountryQuery,
        answer=Answer[CountryRecord],
        ask=country,
    ),
    Tool(
        name="obligations",
        title="Obligations of countries",
        description=(
            "What countries require, also side by side: e-invoicing (B2B, B2G), real-time reporting, SAF-T and audit files, by "
            "status, mode and date. Few records have whole summaries."
        ),
        query=ObligationsQuery,
        answer=Answer[ObligationRecord],
        ask=obligations,
    ),
    Tool(
        name="upcoming",
        title="What starts when",
        description=(
            "What starts between two days, past or to come: the dated phases of obligations with their thresholds, for whom, "
            "and whether a law sets the date."
        ),
        query=UpcomingQuery,
        answer=Answer[PhaseRecord],
        ask=upcoming,
    ),
    Tool(
        name="reports",
        title="Reports and deadlines",
        description=(
            "What a business files: VAT returns, lists, SAF-T and audit files, with frequency, deadline and channel."
        ),
        query=ReportsQuery,
        answer=Answer[ReportRecord],
        ask=reports,
    ),
    Tool(
        name="erp_support",
        title="Support by ERP products",
        description=(
            "How ERP products support e-invoicing, localization and reports, and which providers connect them. One country and "
            "some products give all that is known of them; several countries give the matrix of e-invoicing."
        ),
        query=ErpSupportQuery,
        answer=SupportAnswer,
        ask=erp_support,
    ),
    Tool(
        name="sources",
        title="Sources of a record",
        description="Every source of a record: publisher, title, kind, and when and how it was read.",
        query=SourcesQuery,
        answer=Answer[SourceRecord],
        ask=sources,
    ),
)
"""Every tool, in the order in which a client lists them."""
