"""Fetch every file that an operation describes with a generated client, and compare the parsed data with the response.

    python fetch_all.py PACKAGE DESCRIPTION SITE URL

build-support/lint-clients.sh runs it in a virtual environment that has what the client needs.
"""

import importlib
import json
import re
import sys
from inspect import signature
from pathlib import Path
from typing import Any


def to_json(value: Any) -> Any:  # noqa: ANN401  # The client's classes are generated.
    """Return parsed data as JSON has it."""
    if isinstance(value, list):
        return [to_json(row) for row in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def normalized(value: Any) -> Any:  # noqa: ANN401
    """Return data with one form of UTC. Python writes it as +00:00, the API as Z."""
    return json.loads(json.dumps(value).replace("+00:00", "Z"))


def main(package: str, document: str, site: str, url: str) -> None:
    """Print how many responses there are, or exit with the first difference."""
    client = importlib.import_module(package).Client(base_url=url, raise_on_unexpected_status=True)
    files = [f"/{file.relative_to(site).as_posix()}" for file in sorted(Path(site).rglob("*")) if file.is_file()]
    operations = {path: methods["get"] for path, methods in json.loads(Path(document).read_bytes())["paths"].items()}
    fetched = 0
    for template, operation in operations.items():
        name = re.sub("(?<=[a-z])(?=[A-Z])", "_", operation["operationId"]).lower()
        tag = re.sub(r"\W+", "_", operation["tags"][0]).lower()
        fetch = importlib.import_module(f"{package}.api.{tag}.{name}").sync_detailed
        kinds = [parameter.annotation for name, parameter in signature(fetch).parameters.items() if name != "client"]
        pattern = re.compile(re.sub(r"\\{\w+\\}", "([^/]+)", re.escape(template)))
        values = [found.groups() for file in files if (found := pattern.fullmatch(file))]
        if not values:
            sys.exit(f"{template}: there is no such file")
        for parameter in operation.get("parameters", []):
            words = parameter["schema"].get("enum")
            if words is not None and sorted(words) != sorted(value for (value,) in values):
                sys.exit(f"{template}: the values of the parameter differ from the files")
        for arguments in values:
            # In the strict client, the type of a parameter is an enum.
            pairs = zip(kinds, arguments, strict=True)
            response = fetch(
                *(kind(value) if isinstance(kind, type) else value for kind, value in pairs), client=client
            )
            sent = response.content.decode()
            expected = sent if isinstance(response.parsed, str) else json.loads(sent)
            if response.status_code != 200 or normalized(to_json(response.parsed)) != normalized(expected):
                sys.exit(f"{template} {arguments}: the parsed data differs from the response")
            fetched += 1
    print(f"openapi-python-client, {package}, {url}: no issues in {fetched} responses of {len(operations)} operations")


if __name__ == "__main__":
    main(*sys.argv[1:])
