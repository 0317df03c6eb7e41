#!/bin/sh
# Builds the image of this folder's Dockerfile without Docker and without a registry of images, runs it, and asks it whether
# it is ready and closed: `sh scripts/container/try-image.sh`. Needs root, namespaces, and buildah and crun (Debian has both).
# The base image is made from Debian packages and this project's own Node. Not part of the tests: it takes minutes.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
port=${PORT:-18099}
trap 'buildah rm --all >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
base=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$project/Dockerfile" | head -1)

# Images and containers of this try alone, with a driver that works everywhere.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot CONTAINERS_STORAGE_CONF="$work/storage.conf"
printf '[storage]\ndriver = "vfs"\nrunroot = "%s/run"\ngraphroot = "%s/images"\n' "$work" "$work" >"$CONTAINERS_STORAGE_CONF"
printf '{"default": [{"type": "insecureAcceptAnything"}]}' >"$work/policy.json"

echo "base: $base from Debian packages and $("$project/node_modules/.bin/node" --version)"
mkdir -p "$work/packages" "$work/root/usr/bin" "$work/root/usr/sbin" "$work/root/usr/lib" "$work/root/usr/lib64" \
  "$work/root/etc" "$work/root/tmp" "$work/root/home/node"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$work/root/$name"; done
(cd "$work/packages" && apt-get download -qq libc6 libstdc++6 libgcc-s1 dash coreutils libacl1 libattr1 libselinux1 libpcre2-8-0 \
  libgmp10 libssl3 ca-certificates)
for package in "$work"/packages/*.deb; do dpkg-deb -x "$package" "$work/root"; done
[ -e "$work/root/usr/bin/sh" ] || ln -s dash "$work/root/usr/bin/sh"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$work/root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$work/root/etc/group"
chmod 1777 "$work/root/tmp"
mkdir -p "$work/root/usr/local/bin" "$work/root/usr/local/lib/node_modules"
cp "$(readlink -f "$project/node_modules/node/bin/node")" "$work/root/usr/local/bin/node"
cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
# Whom this machine trusts, so that npm reaches its registry as it does here.
mkdir -p "$work/root/etc/ssl/certs" && cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"

container=$(buildah from scratch)
buildah add -q "$container" "$work/root" / >/dev/null
buildah config --env PATH=/usr/local/bin:/usr/bin:/bin \
  --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah commit -q --signature-policy "$work/policy.json" "$container" "docker.io/library/$base" >/dev/null

echo "image: regente"
buildah bud -q --pull-never --signature-policy "$work/policy.json" -t regente "$project" >/dev/null
buildah images --format '{{.Name}} {{.Size}}' | grep regente

echo "run: as a user of its own, its endpoints on every address"
container=$(buildah from --pull-never --signature-policy "$work/policy.json" regente)
regente() {
  buildah run --env REGENTE_DOMAIN_SECRET=only-for-this-try-0123456789 --env REGENTE_API_KEYS=/data/keys.json \
    --env HOST=0.0.0.0 --env PORT="$port" "$container" -- node "$@"
}
key=$(regente cli/regente.ts keys add --user=me --scopes='*' | tail -1)
regente orchestrator/main.ts >"$work/log" 2>&1 &
running=$!
for _ in $(seq 60); do curl -sf "http://127.0.0.1:$port/ready" >/dev/null && break || sleep 1; done
status() { curl -s -o /dev/null -w '%{http_code}' "$@" "http://127.0.0.1:$port/v1/models"; }
ready=$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/ready")
closed=$(status)
open=$(status -H "authorization: Bearer $key")
kill "$running" 2>/dev/null || true
echo "ready $ready, without a key $closed, with one $open"
[ "$ready $closed $open" = "200 401 200" ] || { tail -20 "$work/log"; exit 1; }
