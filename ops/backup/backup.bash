# Settings shared by set-up, backup and restore.
# shellcheck shell=bash disable=SC2034 # used by those that read it

readonly stanza=${BACKUP_STANZA:-salonfront}
readonly config=${BACKUP_CONFIG:-/etc/pgbackrest/salonfront.conf}
# The account that runs PostgreSQL, and therefore pgBackRest.
readonly owner=${BACKUP_OWNER:-postgres}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root

say() { printf '%s\n' "$*"; }
stop_with() {
  printf '%s\n' "$*" >&2
  exit 1
}

command -v pgbackrest >/dev/null || stop_with 'Missing: pgbackrest (Debian: apt-get install pgbackrest)'

# Runs in a folder that the account may enter.
as_owner() {
  if [ "$(id -un)" = "$owner" ]; then (cd / && "$@"); else (cd / && runuser -u "$owner" -- "$@"); fi
}
backrest() { as_owner pgbackrest --config="$config" --stanza="$stanza" --log-level-console=warn "$@"; }
value_of() { as_owner sed -n "s/^$1=//p" "$config" | tail -n 1; }
ask() { as_owner psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$(value_of pg1-socket-path)" -p "$(value_of pg1-port)" -d postgres -c "$1"; }
# Prints the program folder of the newest installed PostgreSQL, or PG_BIN.
postgres_programs() { echo "${PG_BIN:-$(find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)}"; }
shop() { "$root/ops/bin/shop" "$@"; }
