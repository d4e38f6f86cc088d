"""The tools: their names, descriptions and schemas, and the functions that answer.

Schemas are short, because a client puts them before its model in each session.
"""

from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from locdata_client import Client
from locdata_mcp.answers.answer import Answer
from locdata_mcp.answers.country import country
from locdata_mcp.answers.erp_support import erp_support
from locdata_mcp.answers.filings import filings
from locdata_mcp.answers.find import find
from locdata_mcp.answers.obligations import obligations, upcoming
from locdata_mcp.answers.records import records
from locdata_mcp.answers.reports import reports
from locdata_mcp.answers.sources import sources
from locdata_model.vocabulary import known_words_only

Schema = dict[str, Any]

REDUNDANT_KEYWORDS = ("title", "minLength", "maxLength", "maxItems")
"""Keywords that a model does not need: names of types, and limits that no sensible argument reaches."""

_NULL = "null"


class InvalidArgumentsError(ValueError):
    """The arguments do not conform to the schema of the tool."""


class Tool(Struct, frozen=True, kw_only=True):
    """A tool: a function from a client and a query to an answer, whose name and types are those of the tool."""

    title: str
    description: str
    ask: Callable[[Client, Any], Answer[Any]]

    @property
    def name(self) -> str:
        """The name by which clients call it."""
        return self.ask.__name__

    @property
    def input_schema(self) -> Schema:
        """The JSON Schema of the arguments."""
        return input_schema(self._types["query"])

    @property
    def output_schema(self) -> Schema:
        """The JSON Schema of the answer."""
        return output_schema(self._types["return"])

    @property
    def _types(self) -> Mapping[str, Any]:
        return get_type_hints(self.ask)

    def answer_to(self, client: Client, arguments: Mapping[str, Any]) -> Answer[Any]:
        """Return the answer to arguments as they were received.

        Raises ``InvalidArgumentsError`` for arguments that the tool does not take, and ``LocdataError`` if the site has no
        such country, product or record, or gives no usable answer.
        """
        try:
            # A word that a filter does not know would match nothing, which would look like an answer.
            with known_words_only():
                query = msgspec.convert(dict(arguments), self._types["query"])
        except (msgspec.ValidationError, RecursionError) as error:
            raise InvalidArgumentsError(f"{error}{self._allowed(str(error))}") from error
        return self.ask(client, query)

    def _allowed(self, message: str) -> str:
        """Return the allowed values for an error message: the names of the arguments, or the words of the argument that it names."""
        schema = self.input_schema
        if "unknown field" in message:
            return f"; the arguments are {', '.join(schema['properties'])}"
        argument = schema["properties"].get(message.rpartition("$.")[2].rstrip("`"), {})
        return f"; allowed are {', '.join(argument['enum'])}" if "enum" in argument else ""


TOOLS = (
    Tool(
        title="Find a name or a term",
        description=(
            "Look up a name or a term: a form, platform, format, authority, provider, product or local system. Countries and "
            "regions in the text limit the search. Gives what it is, where it is used, and for a report its deadline, format "
            "and support by products."
        ),
        ask=find,
    ),
    Tool(
        title="Countries at a glance",
        description=(
            "Countries at a glance: their obligations, what starts next, and facts; with a topic, the whole text on VAT rates, "
            "the currency, the tax authority, accounts or ViDA."
        ),
        ask=country,
    ),
    Tool(
        title="Obligations of countries",
        description=(
            "What countries require, also side by side: e-invoicing (B2B, B2G), real-time reporting, SAF-T and audit files, by "
            "status, mode and date. Few records have whole summaries."
        ),
        ask=obligations,
    ),
    Tool(
        title="What starts when",
        description=(
            "What starts between two days, past or to come: the dated phases of obligations with their thresholds, for whom, "
            "and whether a law sets the date."
        ),
        ask=upcoming,
    ),
    Tool(
        title="Reports and deadlines",
        description=(
            "What a business files: VAT returns, lists, SAF-T and audit files, with frequency, deadline and channel."
        ),
        ask=reports,
    ),
    Tool(
        title="What is due when",
        description=(
            "The days by which reports are due, between two days: dates by country, period and class of filers, moved from "
            "weekends and public holidays."
        ),
        ask=filings,
    ),
    Tool(
        title="Rates, thresholds, formats and rules",
        description=(
            "VAT rates, thresholds, formats with versions, tax rules (archiving, penalties, scope, time limits), identifiers, Peppol "
            "schemes, platforms and product releases, on a day, past or to come."
        ),
        ask=records,
    ),
    Tool(
        title="Support by ERP products",
        description=(
            "How ERP products support e-invoicing, localization and reports, and which providers connect them. One country and "
            "some products give all that is known of them; several countries give the matrix of e-invoicing."
        ),
        ask=erp_support,
    ),
    Tool(
        title="Sources of a record",
        description="Every source of a record: publisher, title, kind, and when and how it was read.",
        ask=sources,
    ),
)
"""Every tool, in the order in which a client lists them."""


def input_schema(query: Any) -> Schema:  # noqa: ANN401  # any type
    """Return the JSON Schema of the arguments of a tool, in the part of JSON Schema that the APIs of all common models take.

    One of them refuses the whole list of tools for a keyword that it does not know, or for an argument without one type.
    """
    schema = output_schema(query)
    required = {"required": schema["required"]} if schema["required"] else {}
    arguments = {name: _argument(each) for name, each in schema["properties"].items()}
    return {"type": "object", "properties": arguments, **required}


def output_schema(answer: Any) -> Schema:  # noqa: ANN401  # any type
    """Return the JSON Schema of a Struct, with the schemas that it refers to in place."""
    (reference,), definitions = msgspec.json.schema_components([answer])
    return _short(reference, definitions)


def _short(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return a schema without redundant keywords and without references."""
    short = {key: value for key, value in schema.items() if key not in REDUNDANT_KEYWORDS}
    if not short.get("default", True):
        del short["default"]
    if "$ref" in short:
        short = _resolved(short, definitions)
    if "anyOf" in short:
        short = _nullable(short, definitions)
    for key in ("items", "additionalProperties"):
        if isinstance(short.get(key), dict):
            short[key] = _short(short[key], definitions)
    if "properties" in short:
        short["properties"] = {name: _short(each, definitions) for name, each in short["properties"].items()}
    return short


def _resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema that a reference leads to. Of its description, only that of a vocabulary is kept: others are for developers."""
    definition = dict(definitions[schema["$ref"].rpartition("/")[2]])
    description = definition.pop("description")
    if "enum" in definition:
        # Without the type, which msgspec leaves out, the APIs of some models refuse all tools.
        definition = {"description": " ".join(description.replace("``", "").split()), "type": "string", **definition}
    own = {key: value for key, value in schema.items() if key != "$ref"}
    return _short({**definition, **own}, definitions)


def _nullable(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema of a value or null, in the form that adds null to the types or to the words."""
    (value,) = [member for member in schema["anyOf"] if member != {"type": _NULL}]
    rest = {key: each for key, each in schema.items() if key != "anyOf"}
    short = _short({**value, **rest}, definitions)
    words = {"enum": [*short["enum"], None]} if "enum" in short else {}
    return {**short, **words, "type": [short["type"], _NULL]}


def _argument(schema: Schema) -> Schema:
    """Return the schema of an argument without null, as it may be left out instead, and with the form of a date in words."""
    short = {key: value for key, value in schema.items() if key != "format"}
    if isinstance(short["type"], list):
        short["type"] = short["type"][0]
    if "enum" in short:
        short["enum"] = [word for word in short["enum"] if word is not None]
    return {**short, "description": f"YYYY-MM-DD. {short['description']}"} if "format" in schema else short
