"""Programs of a service that has the model and msgspec alone."""

import re

DECODE = """
import json
import sys
from pathlib import Path

from locdata_model import DATA_FILES, DataFormat, decode, encode_json

site = Path(sys.argv[1])
read = lambda path: (site / path.removeprefix("/")).read_bytes()
tables = [[spec.path(DataFormat.JSON), spec.path(DataFormat.CSV)] for spec in DATA_FILES]
paths = [*(f"/{file.relative_to(site)}" for file in site.glob("api/v1/**/*.json")), *(path for path, _ in tables)]
modules = [Path(module.__file__).parts for module in sys.modules.values() if getattr(module, "__file__", None)]
installed = [parts[parts.index("site-packages") + 1] for parts in modules if "site-packages" in parts]
print(json.dumps({
    "decoded": len(paths),
    "re-encoded to other bytes": [path for path in paths if encode_json(decode(path, read(path))) != read(path)],
    "different as CSV": [path for path, table in tables if decode(path, read(path)) != decode(table, read(table))],
    "imported": sorted(set(installed)),
}))
"""
"""Decodes every response and data file of the site in the environment of a service."""

EXAMPLE = """
import sys

names = {}
exec(sys.argv[1], names)
print(len(names["mandatory"]), len(names["native"]))
"""
"""Runs the example of the README in the environment of a service."""


def example_in(readme: str) -> str:
    """Return the only example in Python of a README."""
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    return str(example)
