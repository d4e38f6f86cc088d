"""Every rule is registered, every code is explained, and every rule is a sentence."""

import pytest

from data.checks_document import DOCUMENT, checks_document
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import RULES, Rule
from locdata_build.data.rules import OTHER_ISSUES


def test_document_is_the_one_that_the_rules_give() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == checks_document(), "./pants run tests/data:update rewrites it"


def test_every_code_is_explained() -> None:
    assert {*OTHER_ISSUES, *(rule.code for rule in RULES)} == {*IssueCode}, (
        "a code needs a rule, or a sentence in OTHER_ISSUES of src/python/locdata_build/data/rules.py"
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.check.__name__)
def test_rule_is_one_short_sentence(rule: Rule[str]) -> None:
    assert rule.sentence.endswith(".")
    assert ". " not in rule.sentence.replace("`Not known.`", "")
