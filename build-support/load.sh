#!/usr/bin/env bash
# Load-test nginx with our configuration against the same nginx serving one plain file of the same size without any rules: what our
# headers and rules cost, and whether any request fails.
#
#   build-support/load.sh                    # dist/site; 5 rounds of 2 s for each file, with 64 and with 256 connections
#   build-support/load.sh --quick            # 2 rounds of 1 s for each file, with 64 connections
#   build-support/load.sh [--quick] FOLDER   # another built site; if it has compressed copies, they are tested too
#
# Prints requests per second and their ratio; a 304 is compared to a plain 304. Fails if a request fails, if a status is not the
# expected one, or if nginx logs an error. The load is generated on the same processors, so compare columns, not machines. Needs nginx
# and wrk, and libnginx-mod-http-brotli-static for Brotli. Uses Pants, or the Python in PYTHON if that has the builder's requirements
# installed.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
seconds=2 rounds=5 loads="64 256"
[[ ${1:-} != --quick ]] || { seconds=1 rounds=2 loads=64; shift; }
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site
nginx=${NGINX_PROGRAM:-$(PATH=$PATH:/usr/sbin type -P nginx)} || { echo 'nginx is not installed' >&2; exit 1; }
type -P wrk >/dev/null || { echo 'wrk is not installed' >&2; exit 1; }

scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; wait; rm -rf -- "$scratch"' EXIT
# If root starts nginx, its workers run as another user.
chmod 755 "$scratch"
mkdir "$scratch/plain"

builder=(./pants run src/python/locdata_build --)
[[ -z ${PYTHON:-} ]] || builder=(env PYTHONPATH=src/python "$PYTHON" -m locdata_build.cli)
(cd -- "$repo" && "${builder[@]}" config nginx --data data_src --out "$site" --base-url https://load.example) >"$scratch/site.conf"
module=/usr/lib/nginx/modules/ngx_http_brotli_static_module.so
load_module=
if [[ -e $module && -e $site/spain/index.html.br ]]; then
  load_module="load_module $module;"
  # The module misses some copies otherwise; see docs/hosting.md.
  sed -i 's/#brotli_static on;/brotli_static on;/; /disable_symlinks/d' "$scratch/site.conf"
fi
free_port() { python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])'; }
ours=$(free_port)
plain=$(free_port)
readonly ours plain
cat >"$scratch/nginx.conf" <<END
$load_module
$([[ $(id -u) != 0 ]] || echo 'user root;')
daemon off;
worker_processes auto;
pid $scratch/pid;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  $(for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $scratch/$kind;"; done)
  server { listen 127.0.0.1:$ours backlog=4096; include $scratch/site.conf; }
  server { listen 127.0.0.1:$plain backlog=4096; root $scratch/plain; }
}
END
"$nginx" -p "$scratch" -e "$scratch/error.log" -c "$scratch/nginx.conf" &
server=$!
for _ in {1..100}; do
  curl -s -o "$scratch/none" "http://127.0.0.1:$ours/" && break
  sleep 0.1
done

cat >"$scratch/count.lua" <<'END'
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("RESULT %d %d %.2f\n", summary.requests / (summary.duration / 1e6), failed, latency:percentile(99) / 1000))
end
END

failed=0
# measure PORT PATH CONNECTIONS HEADERS...: prints requests per second, failures, and the 99th percentile in ms.
measure() {
  local port=$1 path=$2 connections=$3
  shift 3
  wrk -t 2 -c "$connections" -d "${seconds}s" --timeout 10s -s "$scratch/count.lua" "$@" "http://127.0.0.1:$port$path" |
    sed -n 's/^RESULT //p'
}

# Other load on the machine affects some rounds more than others, so both servers take turns, and the best round of each counts.
compare() {
  local name=$1 path=$2 connections=$3 encoding=$4 status=$5 size got best=0 best_plain=0 slow=0 slow_plain=0 failures=0
  local headers=(-H "Accept-Encoding: $encoding") plain_headers=() rate failed_now percentile
  size=$(curl -s -o "$scratch/plain/file" -w '%{size_download}' "${headers[@]}" "http://127.0.0.1:$ours$path")
  if ((status == 304)); then
    headers+=(-H "If-None-Match: $(etag "$ours" "$path")")
    plain_headers+=(-H "If-None-Match: $(etag "$plain" /file)")
  fi
  # wrk counts any 2xx and 3xx as success, so the exact status is tested here.
  for got in "$(status "$ours" "$path" "${headers[@]}")" "$(status "$plain" /file "${plain_headers[@]}")"; do
    ((got == status)) || failures=$((failures + 1))
  done
  for ((round = 0; round < rounds; round++)); do
    read -r rate failed_now percentile < <(measure "$ours" "$path" "$connections" "${headers[@]}")
    ((rate <= best)) || { best=$rate slow=$percentile; }
    failures=$((failures + failed_now))
    read -r rate failed_now percentile < <(measure "$plain" /file "$connections" "${plain_headers[@]}")
    ((rate <= best_plain)) || { best_plain=$rate slow_plain=$percentile; }
    failures=$((failures + failed_now))
  done
  printf '%-22s %8s %5s %9s %9s %6s %9s %9s %7s\n' "$name" "$size" "$connections" "$best" "$best_plain" \
    "$(awk -v a="$best" -v b="$best_plain" 'BEGIN { printf "%.2f", b ? a / b : 0 }')" "$slow" "$slow_plain" "$failures"
  ((failures == 0 && best > 0 && best_plain > 0)) || failed=1
}

status() {
  local port=$1 path=$2
  shift 2
  curl -s -o "$scratch/none" -w '%{http_code}' "$@" "http://127.0.0.1:$port$path"
}

etag() { curl -s -o "$scratch/none" -D - "http://127.0.0.1:$1$2" | tr -d '\r' | sed -n 's/^ETag: //pI'; }

echo "$("$nginx" -v 2>&1), $(nproc) processors, $rounds rounds of $seconds s, the best of each"
printf '%-22s %8s %5s %9s %9s %6s %9s %9s %7s\n' what bytes conns req/s plain/s ratio p99/ms plain/ms errors
for connections in $loads; do
  compare 'page' /spain/ "$connections" identity 200
  compare 'response, JSON' /api/v1/countries/es.json "$connections" identity 200
  compare 'small response, JSON' /api/v1/index.json "$connections" identity 200
  compare 'response, 304' /api/v1/countries/es.json "$connections" identity 304
  compare 'asset' "/assets/$(basename -- "$site"/assets/style.*.css)" "$connections" identity 200
  if [[ -e $site/spain/index.html.gz ]]; then
    compare 'page, gzip' /spain/ "$connections" gzip 200
    [[ -z $load_module ]] || compare 'page, Brotli' /spain/ "$connections" br 200
  fi
done
if grep -vE '\[(notice|info)\]' "$scratch/error.log"; then
  echo 'nginx logged errors' >&2
  failed=1
fi
exit "$failed"
