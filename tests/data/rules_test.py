"""Every rule is registered, every code is explained, and rules apply to the records that they are made for."""

import msgspec
import pytest

from data.checks_document import DOCUMENT, checks_document
from locdata_build.data import names
from locdata_build.data.countries import CountryFile, MapTile
from locdata_build.data.errors import IssueCode
from locdata_build.data.rule import RULES, CheckContext, Rule
from locdata_build.data.rules import OTHER_ISSUES, find_issues, rules_for
from locdata_build.data.sources import SourceProvenance


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


def test_rule_applies_to_subclasses_that_it_selects() -> None:
    assert names.entries_differ in rules_for(CountryFile)
    assert names.entries_differ not in rules_for(MapTile)


def test_issue_has_the_file_the_path_and_the_code_of_the_rule() -> None:
    record = msgspec.convert({"sources": ["a", "a"], "checked": "2026-11-20"}, SourceProvenance)

    (issue,) = find_issues([("$.a", record)], CheckContext(file="data/b.json"))

    assert str(issue) == "data/b.json: $.a.sources[1]: must differ from entry 0, got 'a' [duplicate]"
