# What up, down and status agree on: three machines, each a network namespace with etcd and PostgreSQL under Patroni,
# joined by a bridge. HAProxy stands on this machine and passes connections on to whichever is the primary.
# shellcheck shell=bash disable=SC2034,SC2154 # used by those that read it, or given by them

readonly folder=${HA_DIR:-/var/tmp/salonfront-ha}
readonly port=${HA_PORT:-5442}
readonly net=${HA_NET:-10.77.0}
readonly bridge=sfha0
readonly nodes=(1 2 3)

name_of() { echo "sfha-$1"; }
address_of() { echo "$net.1$1"; }
link_of() { echo "sfha$1"; }

say() { printf '%s\n' "$*"; }
stop_with() {
  printf '%s\n' "$*" >&2
  exit 1
}

# PostgreSQL's programs of the newest version that is installed.
postgres_programs() { find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1; }

# Each missing thing by itself, so that nobody installs one after the other.
require_all() {
  local missing=()
  [ "$(id -u)" = 0 ] || missing+=('root: namespaces and links are made')
  command -v ip >/dev/null || missing+=('ip (package iproute2)')
  command -v setpriv >/dev/null || missing+=('setpriv (package util-linux)')
  command -v curl >/dev/null || missing+=('curl')
  command -v patroni >/dev/null || missing+=('patroni')
  # Patroni reaches etcd by these.
  /usr/bin/python3 -c 'import etcd, urllib3' 2>/dev/null || missing+=('python3-etcd')
  command -v etcd >/dev/null || missing+=('etcd (package etcd-server)')
  command -v etcdctl >/dev/null || missing+=('etcdctl (package etcd-client)')
  command -v haproxy >/dev/null || missing+=('haproxy')
  [ -x "$(postgres_programs)/postgres" ] || missing+=('postgresql')
  [ ${#missing[@]} -eq 0 ] || {
    printf 'Missing: %s\n' "${missing[@]}" >&2
    exit 1
  }
  # Some containers have root but may not do this.
  if ! ip netns list | grep "^$(name_of 1)\b" >/dev/null; then
    { ip netns add sfha-probe && ip netns del sfha-probe; } 2>/dev/null || stop_with 'Missing: the right to make network namespaces'
  fi
}

# Pipes are read to their end (no grep -q): whoever writes into a closed one fails.
# The processes of a node; of a service whose pid was noted, its own if it still runs there.
pids_of() { ip netns pids "$(name_of "$1")" 2>/dev/null || true; }
runs_in() {
  local node=$1 service=$2 pid
  pid=$(cat "$folder/$node/$service.pid" 2>/dev/null) || return 1
  pids_of "$node" | grep -x "$pid" >/dev/null
}

haproxy_pid() {
  local pid
  pid=$(cat "$folder/haproxy.pid" 2>/dev/null) || return 1
  # The number may have gone to somebody else since.
  grep -qz "$folder/haproxy.cfg" "/proc/$pid/cmdline" 2>/dev/null && echo "$pid"
}

# Of the first node that answers: the cluster as Patroni sees it, in JSON.
cluster_json() {
  local node
  for node in "${nodes[@]}"; do
    curl -fsS --max-time 1 "http://$(address_of "$node"):8008/cluster" 2>/dev/null && return 0
  done
  return 1
}

# Passwords, made once: make_secrets FILE.
make_secrets() {
  local secrets=$1 who
  [ ! -s "$secrets" ] || return 0
  (
    umask 077
    for who in superuser replicator rewinder shop; do
      printf '%s=%s\n' "$who" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')"
    done >"$secrets.new"
  )
  mv "$secrets.new" "$secrets"
}

# Before 3.0.3, a node whose lease had run out took the lock from its successor over etcd's API of version 3, without
# comparing, and what the successor had acknowledged was lost (npm run trial -- fail-over found it). Version 2 compares.
speaks_of_patroni() {
  local version
  version=$(patroni --version | grep -oE '[0-9]+(\.[0-9]+)+')
  if [ "$(printf '%s\n3.0.3\n' "$version" | sort -V | head -n 1)" = 3.0.3 ]; then echo etcd3; else echo etcd; fi
}

# patroni_settings NAME ADDRESS HOME SHARED: HOME is the machine's own folder, SHARED has make-shop-database. The passwords, etcd_hosts,
# speaks, programs and allowed, the network that may connect, are the caller's.
patroni_settings() {
  local name=$1 address=$2 home=$3 shared=$4
  cat <<YAML
scope: salonfront
name: $name
restapi: { listen: '$address:8008', connect_address: '$address:8008' }
$speaks: { hosts: '${etcd_hosts%,}' }
# On machines of their own, a watchdog device resets one whose Patroni hangs: mode: required. Namespaces share a kernel.
watchdog: { mode: 'off' }
bootstrap:
  dcs:
    # A primary that cannot renew its lease of ttl seconds has stopped writing before another one may begin.
    ttl: 20
    loop_wait: 3
    retry_timeout: 5
    # A primary that crashed is replaced, not waited for.
    master_start_timeout: 0
    # A commit is acknowledged when two machines have it on disk; without a second one nothing is acknowledged.
    synchronous_mode: true
    synchronous_mode_strict: true
    synchronous_node_count: 1
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        wal_log_hints: 'on'
        wal_keep_size: 256MB
        # A standby that fell silent is replaced after so long; the commits that wait for it wait as long.
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        wal_retrieve_retry_interval: 500ms
        # A client whose machine is gone holds its locks no longer than this.
        tcp_keepalives_idle: 10
        tcp_keepalives_interval: 5
        tcp_keepalives_count: 2
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  post_bootstrap: $shared/make-shop-database
postgresql:
  listen: '$address:5432'
  connect_address: '$address:5432'
  bin_dir: $programs
  data_dir: $home/data
  pgpass: $home/pgpass
  use_unix_socket: true
  # A new standby does not wait for the primary's next checkpoint.
  basebackup: { checkpoint: fast }
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: { username: postgres, password: $superuser }
    replication: { username: replicator, password: $replicator }
    rewind: { username: rewinder, password: $rewinder }
  parameters: { unix_socket_directories: $home }
  pg_hba:
    - local all postgres peer
    - host replication replicator $allowed scram-sha-256
    - host all all $allowed scram-sha-256
YAML
}

# write_make_shop_database FOLDER: what Patroni calls once, on the first primary, with the superuser's connection string.
write_make_shop_database() {
  local where=$1
  cat >"$where/make-shop-database" <<'SH'
#!/bin/sh
set -eu
. "$(dirname "$0")/shop-password"
psql -v ON_ERROR_STOP=1 -v password="$shop" "$1" <<'SQL'
set synchronous_commit to local;
create role shop login password :'password';
create database shop owner shop;
SQL
SH
  chmod 755 "$where/make-shop-database"
  (umask 077 && printf 'shop=%s\n' "$shop" >"$where/shop-password")
  chown "$owner:" "$where/shop-password"
}

# haproxy_settings SOCKET SERVERS [GLOBAL]: one address for whichever is the primary. GLOBAL is said only once, even if HAProxy reads
# a second file (ops/proxy/haproxy.cfg).
haproxy_settings() {
  local socket=$1 servers=$2 global=${3:-}
  cat <<CFG
global
${global:+  $global}
  stats socket $socket mode 600 level admin
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  # Connections of a pool are idle for hours; who is gone is found by keep-alives.
  timeout client 12h
  timeout server 12h
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:$port
  option httpchk OPTIONS /primary
  http-check expect status 200
  # What was the primary is let go at once: its connections would end up in a standby.
  default-server check port 8008 inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
$servers
CFG
}
