"""The prompts: two worked questions, with the tools that answer them."""

from collections.abc import Mapping

from msgspec import Struct

MAX_ARGUMENT_LENGTH = 200
"""Maximum length of an argument."""

_RULES = (
    "If an answer leaves records out, ask for them as its hint says. Name the source of each statement, and say which are "
    "official, secondary or unverified. If a tool does not know something, say that it is not known. Say as of which day the "
    "data is. This is information, not tax or legal advice."
)


class InvalidPromptError(ValueError):
    """No prompt has the name, or the arguments are not those of the prompt."""


class Prompt(Struct, frozen=True, kw_only=True):
    """A question. ``arguments`` has a description of each name between braces in ``text``."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]
    text: str

    def filled(self, given: Mapping[str, str]) -> str:
        """Return the question with its arguments. Raises ``InvalidPromptError`` for missing, unknown or long ones."""
        if {*given} != {*self.arguments}:
            raise InvalidPromptError(f"{self.name} takes the arguments {', '.join(self.arguments)}")
        if any(len(value) > MAX_ARGUMENT_LENGTH for value in given.values()):
            raise InvalidPromptError(f"an argument has at most {MAX_ARGUMENT_LENGTH} characters")
        # Braces in the values are kept as they are.
        values = {name: " ".join(value.split()) for name, value in given.items()}
        return f"{self.text.format_map(values)}\n\n{_RULES}"


PROMPTS = (
    Prompt(
        name="what_changes",
        title="What changes in my countries?",
        description="The phases that start in some countries in a period, and what to prepare.",
        arguments={
            "countries": "Countries, such as: Germany, Poland, Spain",
            "from": "First day, YYYY-MM-DD",
            "to": "Last day, YYYY-MM-DD",
        },
        text=(
            "What changes for a business between {from} and {to} in these countries: {countries}?\n\n"
            "Call the tool upcoming with the countries and both days. For each phase say the date, the country, what must be "
            "done and by whom, and whether a law sets the date (upcoming) or not yet (announced). If a phase needs more "
            "explanation, call obligations for its country and kind."
        ),
    ),
    Prompt(
        name="product_fit",
        title="Is my ERP product ready?",
        description="How an ERP product covers the rules of some countries, and what is missing.",
        arguments={"product": "The ERP product, such as: Odoo", "countries": "Countries, such as: Italy, Romania"},
        text=(
            "Does {product} cover e-invoicing and VAT reporting in these countries: {countries}?\n\n"
            "Call obligations for the countries to see what applies. Then call erp_support for each country with the product. "
            "Tell apart what the product does itself (native), what another firm's app does (add-on), what needs a provider, "
            "and what is unknown."
        ),
    ),
)


def prompt_named(name: str) -> Prompt:
    """Return a prompt. Raises ``InvalidPromptError`` if none has the name."""
    for prompt in PROMPTS:
        if prompt.name == name:
            return prompt
    names = ", ".join(prompt.name for prompt in PROMPTS)
    raise InvalidPromptError(f"no prompt {name[:MAX_ARGUMENT_LENGTH]!r}; there are {names}")
