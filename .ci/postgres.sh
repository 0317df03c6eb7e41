# Source this to test against a real PostgreSQL: it installs Debian's package when it is missing,
# starts a throw-away cluster that listens on a socket in a folder of its own (no port, nothing to
# collide with), exports TEST_DATABASE_URL, and takes it all away when the shell exits.
#   source .ci/postgres.sh

_postgres_bin() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

if [ -z "$(_postgres_bin)" ]; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null
fi
POSTGRES_BIN=$(_postgres_bin)
if [ -z "$POSTGRES_BIN" ]; then
  echo "postgres.sh: no PostgreSQL, and its Debian package could not be installed" >&2
  return 1
fi

# It is thrown away: nothing in it has to outlive the machine, and hundreds of databases are made and dropped. Several
# tests at a time open pools of their own.
POSTGRES_FORGETS="-c fsync=off -c full_page_writes=off -c autovacuum=off -c max_connections=300"
POSTGRES_HOME=$(mktemp -d "${TMPDIR:-/tmp}/regente-postgres.XXXXXX")
# The server refuses to run as root.
_as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}
[ "$(id -u)" -ne 0 ] || chown postgres "$POSTGRES_HOME"

stop_postgres() {
  [ -d "$POSTGRES_HOME" ] || return 0
  _as_postgres "$POSTGRES_BIN/pg_ctl" -D "$POSTGRES_HOME/data" -m immediate stop >/dev/null 2>&1
  rm -rf "$POSTGRES_HOME"
}
trap stop_postgres EXIT

if ! (
  cd "$POSTGRES_HOME" &&
    _as_postgres "$POSTGRES_BIN/initdb" -D data -U regente -E UTF8 --locale=C.UTF-8 -A trust --no-sync &&
    _as_postgres "$POSTGRES_BIN/pg_ctl" -D data -l "$POSTGRES_HOME/log" -w \
      -o "-c listen_addresses='' -c unix_socket_directories='$POSTGRES_HOME' $POSTGRES_FORGETS" start
) >"$POSTGRES_HOME/start" 2>&1; then
  cat "$POSTGRES_HOME/start" "$POSTGRES_HOME/log" >&2
  return 1
fi
export TEST_DATABASE_URL="postgres://regente@localhost/postgres?host=$POSTGRES_HOME"
