"""What is measured of the server for agents and of the client works on the sample."""

from pathlib import Path

import pytest

from benchmarks import tables
from benchmarks.agents import AgentsFigures, QuestionFigures, measure_agents
from benchmarks.figures import Spread
from benchmarks.measure import MeasureError
from support.sample import build_sample

COUNTRIES = ("aq", "bv", "gs", "hm")
"""Countries of the sample."""

FIGURES = AgentsFigures(
    runs=3,
    starts={
        "pass": Spread(median=0.02, least=0.01, most=0.03),
        "import locdata_client": Spread(median=0.1, least=0.1, most=0.2),
        "import mcp": Spread(median=0.5, least=0.4, most=0.6),
        "stdio": Spread(median=0.6, least=0.5, most=0.7),
        "HTTP": Spread(median=0.75, least=0.6, most=0.9),
    },
    server={
        "tools/list": QuestionFigures(
            first=Spread(median=0.02, least=0.01, most=0.03),
            again=Spread(median=0.0012, least=0.001, most=0.002),
            requests=(1, 1),
            sizes=(20_000, 20_000),
        )
    },
    client={
        "country": QuestionFigures(
            first=Spread(median=0.02, least=0.01, most=0.03),
            again=Spread(median=0.0012, least=0.001, most=0.002),
            requests=(2, 2),
            sizes=(20_000, 0),
        )
    },
)


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> AgentsFigures:
    """The figures of one run."""
    return measure_agents(build_sample(tmp_path_factory), tmp_path_factory.mktemp("work"), 1, COUNTRIES)


def test_starts_are_measured_in_one_run(figures: AgentsFigures) -> None:
    assert [*figures.starts] == ["pass", "import locdata_client", "import mcp", "stdio", "HTTP"]
    assert all(0 < start.least == start.median == start.most for start in figures.starts.values())


def test_server_answers_every_question_twice(figures: AgentsFigures) -> None:
    assert [*figures.server] == [
        "tools/list",
        "find SAF-T",
        "country",
        "obligations of three countries",
        "erp_support of four countries",
    ]
    for answers in figures.server.values():
        assert answers.requests == (1, 1)
        assert answers.sizes[0] == answers.sizes[1] > 0


def test_client_gets_no_content_again_that_is_kept_on_disk(figures: AgentsFigures) -> None:
    requests = {name: answers.requests for name, answers in figures.client.items()}
    contents = [answers.sizes for answers in figures.client.values()]

    assert requests == {
        "terms": (1, 1),
        "country": (2, 2),
        "obligations of three countries": (6, 6),
        "erp_support of four countries": (24, 24),
    }
    assert all(first > 0 for first, _ in contents)
    assert [again for _, again in contents] == [0] * len(contents)


def test_folder_without_a_site_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        MeasureError, match=r"initialize must be answered, but is not: locdata-mcp: .*index\.json: no site"
    ):
        measure_agents(tmp_path, tmp_path, 1)


def test_country_that_the_site_does_not_have_is_an_error(tmp_path_factory: pytest.TempPathFactory) -> None:
    site = build_sample(tmp_path_factory)

    with pytest.raises(
        MeasureError, match=r"tools/call must be answered, but is not: .*nothing is recorded of the country"
    ):
        measure_agents(site, tmp_path_factory.mktemp("work"), 1)


def test_tables_have_seconds_requests_and_bytes() -> None:
    assert [*tables.starts(FIGURES)][-1] == (
        "| `locdata_mcp`, tools listed over HTTP | 0.750 (0.600 to 0.900) | 1.5 | `import mcp`, the SDK alone |"
    )
    assert [*tables.server(FIGURES)][-1] == "| tools/list | 20.0 (10.0 to 30.0) | 1.2 (1.0 to 2.0) | 20,000 |"
    assert [*tables.client(FIGURES)][-1] == ("| country | 2 | 20.0 (10.0 to 30.0) | 20,000 | 1.2 (1.0 to 2.0) | 0 |")
