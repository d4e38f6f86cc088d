#!/usr/bin/env bash
# Makes clients from the OpenAPI description as others would, and lets them read the built site over HTTP:
#
#   openapi-typescript      its types and our declarations are the same for every path, by the strict compiler
#   openapi-python-client   no warning; mypy is content; every operation, with every value of its parameter, is fetched and parsed
#   schemathesis            every answer, to good and to bad requests, is one that the description promises
#
#   build-support/lint-clients.sh           # takes dist/site
#   build-support/lint-clients.sh FOLDER    # takes another built site
#
# Any finding, whatever its severity, is a failure. Needs npm and Python 3.11 or later as python3.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site document=$site/api/openapi.json

scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

# The description names the address of the published site; the clients are told this one instead.
serve() {
  python3 -u -m http.server --bind 127.0.0.1 --directory "$site" 0 >served 2>/dev/null &
  server=$!
  until address=$(sed -n 's/^Serving HTTP on .* (\(http:.*\)\/) .*/\1/p' served) && [[ -n $address ]]; do
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
  echo 'openapi-typescript: no findings'
}

install_python() {
  python3 -m venv venv
  # Also where openapi-python-client finds the formatter that came with it.
  PATH=$PWD/venv/bin:$PATH
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/mypy.lock"
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/clients.lock"
}

lint_python() {
  echo 'package_name_override: generated_client' >client.yaml
  openapi-python-client generate --path "$document" --config client.yaml --output-path generated --fail-on-warning
  mypy --strict generated/generated_client
  cat >fetch_all.py <<'END'
"""Fetches every operation with every value of its parameter, and compares what was parsed with what was sent."""

import importlib
import itertools
import json
import pkgutil
import sys
from inspect import signature

from generated_client import Client, api

address, document = sys.argv[1:]
client = Client(base_url=address, raise_on_unexpected_status=True)
names = [module.name for module in pkgutil.walk_packages(api.__path__, f"{api.__name__}.") if not module.ispkg]
fetched = 0
for fetch in (importlib.import_module(name).sync_detailed for name in names):
    # The type of a parameter is an enumeration of its values.
    values = [parameter.annotation for name, parameter in signature(fetch).parameters.items() if name != "client"]
    for arguments in itertools.product(*values):
        answer = fetch(*arguments, client=client)
        parsed = [row.to_dict() for row in answer.parsed] if isinstance(answer.parsed, list) else answer.parsed
        # Python writes UTC in the other way that ISO 8601 has.
        text = json.dumps(parsed if isinstance(parsed, list | str) else parsed.to_dict()).replace("+00:00", "Z")
        sent = answer.content.decode()
        if answer.status_code != 200 or json.loads(text) != (sent if isinstance(parsed, str) else json.loads(sent)):
            sys.exit(f"{fetch.__module__} {arguments}: what was parsed is not what was sent")
        fetched += 1
with open(document, encoding="utf-8") as file:
    described = len(json.load(file)["paths"])
if len(names) != described:
    sys.exit(f"{described} operations are described, but the client has {len(names)}")
print(f"openapi-python-client: no findings in {fetched} answers of {described} operations")
END
  PYTHONPATH=generated python fetch_all.py "$address" "$document"
}

# Left out: requests with methods that the description does not name. How a host refuses them is the host's matter, and this
# server answers 501 where 405 is wanted. Checks on keys, headers and resources that a client makes or deletes find nothing to do.
lint_conversation() {
  cat >schemathesis.toml <<'END'
[warnings]
fail-on = true

[phases.coverage]
unexpected-methods = []
END
  schemathesis --no-color --config-file schemathesis.toml run "$document" --url "$address" --checks all \
    --exclude-checks unsupported_method,allow_header_conformance --generation-deterministic --continue-on-failure >conversation ||
    { cat conversation; return 1; }
  # It must have talked to every operation.
  sed -n 's/^ *\(Tested: .*\|.*generated, .*passed\)$/schemathesis: \1/p' conversation
}

serve
lint_typescript
install_python
lint_python
lint_conversation
