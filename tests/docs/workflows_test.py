"""Nothing that runs in a workflow can read a token."""

import re
from pathlib import Path

import pytest

WORKFLOWS = sorted(Path(".github/workflows").glob("*.yml"))
CHECKOUT = re.compile(r"uses: actions/checkout@")
CHECKOUT_WITHOUT_TOKEN = re.compile(
    r"uses: actions/checkout@\S+\n +with:\n(?: +#.*\n| +fetch-depth: \d+\n)* +persist-credentials: false\n"
)


def test_there_are_workflows() -> None:
    assert [path.name for path in WORKFLOWS] == ["audit.yml", "ci.yml"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_no_checkout_leaves_its_token_behind(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert CHECKOUT.findall(text) != []
    assert len(CHECKOUT_WITHOUT_TOKEN.findall(text)) == len(CHECKOUT.findall(text))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_token_may_only_read(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")

    assert re.findall(r"permissions:\n((?:  .*\n)*)", text) == ["  contents: read\n"]
    assert "secrets." not in text
