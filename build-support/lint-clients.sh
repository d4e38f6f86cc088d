#!/usr/bin/env bash
# Generate clients from the OpenAPI descriptions, the open and the strict one, as consumers would, and run them against the built
# site over HTTP:
#
#   openapi-typescript      its types equal our declarations for every path, according to the strict compiler
#   openapi-python-client   no warnings; mypy passes; every file of every operation is fetched and parsed, and no value is lost
#   schemathesis            every response, to valid and invalid requests, matches the description
#
# The clients of the open description also read a copy of the site with the fields, words, columns, records and endpoints that a
# later minor version may add.
#
#   build-support/lint-clients.sh           # dist/site
#   build-support/lint-clients.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm and Python 3.11 or later as python3.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site open=$site/api strict=$site/api/strict

scratch=$(mktemp -d)
servers=()
trap '[[ ${#servers[@]} == 0 ]] || kill "${servers[@]}"; rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

# serve NAME FOLDER: sets url. The descriptions have the URL of the published site; the clients get this server's URL instead.
serve() {
  : >"served-$1"
  python3 -u -m http.server --bind 127.0.0.1 --directory "$2" 0 >"served-$1" 2>/dev/null &
  servers+=("$!")
  until url=$(sed -n 's/^Serving HTTP on .* (\(http:.*\)\/) .*/\1/p' "served-$1") && [[ -n $url ]]; do
    kill -0 "${servers[-1]}"
    sleep 0.1
  done
}

install_npm() {
  cp -- "$repo"/build-support/node/package{,-lock}.json .
  npm ci --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
}

compile() {
  npx --no-install tsc --strict --exactOptionalPropertyTypes --target es2022 --module esnext --moduleResolution bundler \
    --resolveJsonModule --noEmit "$@"
}

# lint_typescript NAME API
lint_typescript() {
  mkdir -- "$1"
  cp -- "$2/locdata.d.ts" "$1"
  npx --no-install openapi-typescript "$2/openapi.json" --immutable --output "$1/generated.ts" >/dev/null
  cat >"$1/compared.ts" <<'END'
import type { paths } from "./generated.js";
import type { Paths } from "./locdata.js";

type Content<Path extends keyof paths> = paths[Path]["get"]["responses"][200]["content"];
type Generated = { readonly [Path in keyof paths]: Content<Path>[keyof Content<Path>] };

export const toGenerated = (published: Paths): Generated => published;
export const toPublished = (generated: Generated): Paths => generated;
END
  compile "$1/compared.ts" "$1/locdata.d.ts"
  echo "openapi-typescript, $1: no issues"
}

# Every list, and the largest file of each path with a parameter, is imported and gets the generated type of its path.
lint_typescript_additions() {
  cat >additions.mjs <<'END'
import { readFileSync, statSync, writeFileSync } from "node:fs";

const [document, site] = process.argv.slice(2);
const lines = Object.entries(JSON.parse(readFileSync(document, "utf8")).paths)
  .filter(([path]) => path.endsWith(".json"))
  .flatMap(([path, { get }], number) => {
    const values = get.parameters?.[0].schema.examples ?? [""];
    const files = values.map((value) => site + path.replace(/\{\w+\}/, value));
    const [largest] = files.sort((one, other) => statSync(other).size - statSync(one).size);
    const type = `paths["${path}"]["get"]["responses"][200]["content"]["application/json"]`;
    return [`import value${number} from "${largest}";`, `export const typed${number}: ${type} = value${number};`];
  });
writeFileSync("open/additions.ts", [`import type { paths } from "./generated.js";`, ...lines, ""].join("\n"));
END
  node additions.mjs "$open/openapi.json" "$scratch/added"
  compile open/additions.ts
  echo 'openapi-typescript, additions: no issues'
}

install_python() {
  python3 -m venv venv
  # openapi-python-client also finds its formatter on this path.
  PATH=$PWD/venv/bin:$PATH
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/mypy.lock"
  python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/clients.lock"
}

# generate_python NAME API
generate_python() {
  # Without another module name, the generated function that parses an obligation has one variable for two things: the record
  # and its field "obligation".
  cat >client.yaml <<END
package_name_override: $1_client
class_overrides:
  Obligation: {class_name: Obligation, module_name: obligation_record}
END
  openapi-python-client generate --path "$2/openapi.json" --config client.yaml --output-path "generated-$1" --fail-on-warning
  mypy --strict "generated-$1/$1_client"
}

# fetch_all NAME API SITE TITLE
fetch_all() {
  cat >fetch_all.py <<'END'
"""Fetch every file that an operation describes, and compare the parsed data with the response."""

import importlib
import json
import re
import sys
from inspect import signature
from pathlib import Path

package, document, site, url, title = sys.argv[1:]
client = importlib.import_module(package).Client(base_url=url, raise_on_unexpected_status=True)
paths = [f"/{file.relative_to(site).as_posix()}" for file in sorted(Path(site).rglob("*")) if file.is_file()]
operations = {template: methods["get"] for template, methods in json.loads(Path(document).read_bytes())["paths"].items()}
fetched = 0
for template, operation in operations.items():
    name = re.sub("(?<=[a-z])(?=[A-Z])", "_", operation["operationId"]).lower()
    tag = re.sub(" ", "_", operation["tags"][0]).lower()
    fetch = importlib.import_module(f"{package}.api.{tag}.{name}").sync_detailed
    kinds = [parameter.annotation for name, parameter in signature(fetch).parameters.items() if name != "client"]
    pattern = re.sub(r"\\{\w+\\}", "([^/]+)", re.escape(template))
    values = [found.groups() for path in paths if (found := re.fullmatch(pattern, path))]
    if not values:
        sys.exit(f"{template}: there is no such file")
    for parameter in operation.get("parameters", []):
        if "enum" in parameter["schema"] and sorted(parameter["schema"]["enum"]) != sorted(value for (value,) in values):
            sys.exit(f"{template}: the values of the parameter differ from the files")
    for arguments in values:
        # In the strict client, the type of a parameter is an enum.
        typed = [kind(value) if isinstance(kind, type) else value for kind, value in zip(kinds, arguments, strict=True)]
        response = fetch(*typed, client=client)
        parsed = [row.to_dict() for row in response.parsed] if isinstance(response.parsed, list) else response.parsed
        # Python writes UTC as +00:00, the API as Z.
        text = json.dumps(parsed if isinstance(parsed, list | str) else parsed.to_dict()).replace("+00:00", "Z")
        sent = response.content.decode()
        if response.status_code != 200 or json.loads(text) != (sent if isinstance(parsed, str) else json.loads(sent)):
            sys.exit(f"{template} {arguments}: the parsed data differs from the response")
        fetched += 1
print(f"openapi-python-client, {title}: no issues in {fetched} responses of {len(operations)} operations")
END
  PYTHONPATH=generated-$1 python fetch_all.py "$1_client" "$2/openapi.json" "$3" "$url" "$4"
}

# Methods that are not in the description are left out: how they are refused is up to the host, and this server sends 501
# instead of 405. Checks of keys, headers and resources that clients create or delete do not apply to this API.
#
# lint_conversation NAME API
lint_conversation() {
  cat >schemathesis.toml <<'END'
[warnings]
fail-on = true

[phases.coverage]
unexpected-methods = []
END
  schemathesis --no-color --config-file schemathesis.toml run "$2/openapi.json" --url "$url" --checks all \
    --exclude-checks unsupported_method,allow_header_conformance --generation-deterministic --continue-on-failure >conversation ||
    { cat conversation; return 1; }
  # Shows that every operation was tested.
  sed -n "s/^ *\(Tested: .*\|.*generated, .*passed\)$/schemathesis, $1: \1/p" conversation
}

install_npm
install_python
PYTHONPATH=$repo/tests python -m support.additions "$site" added

lint_typescript open "$open"
lint_typescript strict "$strict"
lint_typescript_additions

generate_python open "$open"
generate_python strict "$strict"
serve site "$site"
fetch_all open "$open" "$site" open
fetch_all strict "$strict" "$site" strict
lint_conversation open "$open"
lint_conversation strict "$strict"
serve added added
fetch_all open "$open" added additions
lint_conversation additions "$open"
