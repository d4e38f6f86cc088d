#!/usr/bin/env bash
# Generate clients from the OpenAPI description as consumers would, and run them against the built site over HTTP:
#
#   openapi-typescript      its types equal our declarations for every path, according to the strict compiler
#   openapi-python-client   no warnings; mypy passes; every operation, with every value of its parameter, is fetched and parsed
#   schemathesis            every response, to valid and invalid requests, matches the description
#
#   build-support/lint-clients.sh           # dist/site
#   build-support/lint-clients.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm and Python 3.11 or later as python3.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site document=$site/api/openapi.json

scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

# The description has the URL of the published site; the clients get this server's URL instead.
serve() {
  python3 -u -m http.server --bind 127.0.0.1 --directory "$site" 0 >served 2>/dev/null &
  server=$!
  until url=$(sed -n 's/^Serving HTTP on .* (\(http:.*\)\/) .*/\1/p' served) && [[ -n $url ]]; do
    kill -0 "$server"
    sleep 0.1
  done
}

lint_typescript() {
  cp -- "$repo"/build-support/node/package{,-lock}.json "$site/api/locdata.d.ts" .
  npm ci --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
  npx --no-install openapi-typescript "$document" --immutable --output generated.ts >/dev/null
  cat >compared.ts <<'END'
import type { paths } from "./generated.js";
import type { Paths } from "./locdata.js";

type Content<Path extends keyof paths> = paths[Path]["get"]["responses"][200]["content"];
type Generated = { readonly [Path in keyof paths]: Content<Path>[keyof Content<Path>] };

export const toGenerated = (published: Paths): Generated => published;
export const toPublished = (generated: Generated): Paths => generated;
END
  npx --no-install tsc --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --noEmit compared.ts locdata.d.ts
  echo 'openapi-typescript: no issues'
}

install_python() {
  python3 -m venv venv
  # openapi-python-client also finds its formatter on this path.
  PATH=$PWD/venv/bin:$PATH
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/mypy.lock"
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/clients.lock"
}

lint_python() {
  echo 'package_name_override: generated_client' >client.yaml
  openapi-python-client generate --path "$document" --config client.yaml --output-path generated --fail-on-warning
  mypy --strict generated/generated_client
  cat >fetch_all.py <<'END'
"""Fetch every operation with every value of its parameter, and compare the parsed data with the response."""

import importlib
import itertools
import json
import pkgutil
import sys
from inspect import signature

from generated_client import Client, api

url, document = sys.argv[1:]
client = Client(base_url=url, raise_on_unexpected_status=True)
names = [module.name for module in pkgutil.walk_packages(api.__path__, f"{api.__name__}.") if not module.ispkg]
fetched = 0
for fetch in (importlib.import_module(name).sync_detailed for name in names):
    # The type of a parameter is an enum of its values.
    values = [parameter.annotation for name, parameter in signature(fetch).parameters.items() if name != "client"]
    for arguments in itertools.product(*values):
        response = fetch(*arguments, client=client)
        parsed = [row.to_dict() for row in response.parsed] if isinstance(response.parsed, list) else response.parsed
        # Python writes UTC as +00:00, the API as Z.
        text = json.dumps(parsed if isinstance(parsed, list | str) else parsed.to_dict()).replace("+00:00", "Z")
        sent = response.content.decode()
        if response.status_code != 200 or json.loads(text) != (sent if isinstance(parsed, str) else json.loads(sent)):
            sys.exit(f"{fetch.__module__} {arguments}: the parsed data differs from the response")
        fetched += 1
with open(document, encoding="utf-8") as file:
    described = len(json.load(file)["paths"])
if len(names) != described:
    sys.exit(f"the client must have {described} operations, as the description, but has {len(names)}")
print(f"openapi-python-client: no issues in {fetched} responses of {described} operations")
END
  PYTHONPATH=generated python fetch_all.py "$url" "$document"
}

# Methods that are not in the description are left out: how they are refused is up to the host, and this server sends 501
# instead of 405. Checks of keys, headers and resources that clients create or delete do not apply to this API.
lint_conversation() {
  cat >schemathesis.toml <<'END'
[warnings]
fail-on = true

[phases.coverage]
unexpected-methods = []
END
  schemathesis --no-color --config-file schemathesis.toml run "$document" --url "$url" --checks all \
    --exclude-checks unsupported_method,allow_header_conformance --generation-deterministic --continue-on-failure >conversation ||
    { cat conversation; return 1; }
  # Shows that every operation was tested.
  sed -n 's/^ *\(Tested: .*\|.*generated, .*passed\)$/schemathesis: \1/p' conversation
}

serve
lint_typescript
install_python
lint_python
lint_conversation
