"""Every rule is registered, every code is explained, and rules apply to the records that they are made for."""

import pkgutil
from importlib import import_module

import msgspec
import pytest

from check.checks_document import DOCUMENT, checks_document
from locdata_build import check
from locdata_build.check import date_rules, duplicate_rules
from locdata_build.check.rule import CheckContext, Rule
from locdata_build.check.rules import OTHER_ISSUES, RULES, find_issues, rules_for
from locdata_build.source.citations import SourceProvenance
from locdata_build.source.errors import IssueCode
from locdata_build.source.files import CountryFile

MODULES = [
    import_module(f"{check.__name__}.{module.name}")
    for module in pkgutil.iter_modules(check.__path__)
    if module.name.endswith("_rules")
]


def test_document_is_the_one_that_the_rules_give() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == checks_document(), "./pants run tests/check:update rewrites it"


def test_every_code_is_explained() -> None:
    assert {*OTHER_ISSUES, *(rule.code for rule in RULES)} == {*IssueCode}, (
        "a code needs a rule, or a sentence in OTHER_ISSUES of src/python/locdata_build/check/rules.py"
    )


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_rule_is_registered(module: object) -> None:
    names = {rule.check.__name__ for rule in RULES}

    assert {rule.check.__name__ for rule in vars(module).values() if isinstance(rule, Rule)} <= names, (
        "add the rule to RULES in src/python/locdata_build/check/rules.py"
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.check.__name__)
def test_rule_is_one_short_sentence(rule: Rule[str]) -> None:
    assert rule.sentence.endswith(".")
    assert ". " not in rule.sentence.replace("`Not known.`", "")


def test_rule_applies_to_subclasses() -> None:
    assert {date_rules.year_is_supported, duplicate_rules.entries_differ} <= {*rules_for(CountryFile)}


def test_issue_has_the_file_the_path_and_the_code_of_the_rule() -> None:
    record = msgspec.convert({"sources": ["a", "a"], "checked": "2026-11-20"}, SourceProvenance)

    (issue,) = find_issues([("$.a", record)], CheckContext(file="data/b.json"))

    assert str(issue) == (
        "data/b.json: $.a.sources[1]: must differ from the other entries, but 'a' is also entry 0 [duplicate]"
    )
