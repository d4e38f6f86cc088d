#!/usr/bin/env bash
# Generate clients from the OpenAPI descriptions, the open and the strict one, with the commands of docs/generating-clients.md, and run
# them against the built site over HTTP:
#
#   openapi-typescript      its types equal our declarations for every path, according to the strict compiler
#   openapi-python-client   no warnings; mypy passes; every file of every operation is fetched and parsed, and no value is lost
#   openapi-generator       go vet passes; the Go client reads lists, every country, a CSV file and a missing file
#   schemathesis            every response, to valid and invalid requests, matches the description
#
# The clients of the open description also read a copy of the site with the fields, words, columns, records and endpoints that a
# later minor version may add.
#
#   build-support/lint-clients.sh           # dist/site
#   build-support/lint-clients.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm, Java 11, and Python 3.11 or later as python3.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
cd -- "$scratch"
cp -- "$repo"/build-support/clients/* .

compile() {
  npx --no-install tsc --strict --exactOptionalPropertyTypes --target es2022 --module esnext --moduleResolution bundler \
    --resolveJsonModule --noEmit "$@"
}

# documented LANGUAGE FOLDER: runs the command of a language in docs/generating-clients.md in a folder.
documented() {
  sed -n "/^## $1\$/,/^## /{/^\`\`\`sh\$/,/^\`\`\`\$/{/^\`\`\`/!p;};}" "$repo/docs/generating-clients.md" >"$1.sh"
  (cd -- "$2" && bash -euo pipefail "../$1.sh") >log || { cat log; return 1; }
}

# generate NAME API: makes the clients, and checks the types.
generate() {
  mkdir -- "$1"
  cp -- compared.ts "$2/locdata.d.ts" "$2/openapi.json" read.go go.mod "$1"
  documented TypeScript "$1"
  compile "$1/compared.ts" "$1/locdata.d.ts"
  documented Python "$1"
  mypy --strict "$1/python/locdata_api"
  documented Go "$1"
  (cd -- "$1" && go vet ./...)
}

# read_all NAME API SITE: reads a served site. The descriptions have the URL of the published site; the clients get this server's URL
# instead. Checks of keys, headers and resources that clients create or delete do not apply to this API.
read_all() {
  PYTHONPATH=$1/python python fetch_all.py locdata_api "$2/openapi.json" "$3" "$url"
  (cd -- "$1" && go run . "$url")
  schemathesis --no-color --config-file schemathesis.toml run "$2/openapi.json" --url "$url" --checks all \
    --exclude-checks unsupported_method,allow_header_conformance --generation-deterministic --continue-on-failure >conversation ||
    { cat conversation; return 1; }
  # Shows that every operation was tested.
  sed -n "s/^ *\(Tested: .*\|.*generated, .*passed\)$/schemathesis, $1: \1/p" conversation
}

npm_packages node
environment venv mypy clients
# openapi-python-client also finds its formatter on this path.
PATH=$PWD/venv/bin:$PATH
PYTHONPATH=$repo/tests python -m support.additions "$site" added

generate open "$site/api"
generate strict "$site/api/strict"
compile --allowJs additions.mjs
node additions.mjs "$site/api/openapi.json" "$PWD/added" >open/additions.ts
compile open/additions.ts
echo 'openapi-typescript: no issues'

serve "$site"
read_all open "$site/api" "$site"
read_all strict "$site/api/strict" "$site"
serve added
read_all open "$site/api" added
