#!/bin/sh
# Reads docker-compose.yml with the `docker compose config` of Debian's newest package, without installing it: `sh
# scripts/container/check-compose.sh`. Debian 12 itself has 1.29, which is of before the Compose specification. Not part of the
# tests: it fetches Debian's list of packages.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${SUITE:-sid} main" >"$work/sources.list"
cat >"$work/apt.conf" <<CONF
Dir::Etc::sourcelist "$work/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State::lists "$work/lists";
Dir::Cache "$work/cache";
APT::Sandbox::User "root";
CONF
export APT_CONFIG="$work/apt.conf"
apt-get update -qq
(cd "$work" && apt-get download -qq docker-compose && dpkg-deb -x docker-compose_*.deb tree)
compose=$(find "$work/tree" -type f -name docker-compose | head -1)
"$compose" version

# Without its secrets it must be refused, and with any at all be whole.
run() { env -i PATH="$PATH" HOME="$work" "$@"; }
cd "$project"
if run "$compose" --env-file /dev/null config --quiet 2>/dev/null; then
  echo "it was taken without its secrets" >&2
  exit 1
fi
sed -n 's/.*\${\([A-Z_]*\):?.*/\1=x/p' docker-compose.yml | sort -u >"$work/secrets.env"
run "$compose" --env-file "$work/secrets.env" config --quiet
echo "docker-compose.yml: $(run "$compose" --env-file "$work/secrets.env" config --services | wc -l) services, and it is whole"
