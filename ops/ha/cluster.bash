# Settings and functions shared by up, down and status: three machines, each a network namespace with etcd and
# PostgreSQL under Patroni, joined by a bridge. HAProxy runs on the host and forwards connections to the primary.
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

# Prints the program folder of the newest installed PostgreSQL.
postgres_programs() { find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1; }

# Lists every missing program at once.
require_all() {
  local missing=()
  [ "$(id -u)" = 0 ] || missing+=('root: namespaces and links are made')
  command -v ip >/dev/null || missing+=('ip (package iproute2)')
  command -v setpriv >/dev/null || missing+=('setpriv (package util-linux)')
  command -v curl >/dev/null || missing+=('curl')
  command -v patroni >/dev/null || missing+=('patroni')
  # Patroni uses these to reach etcd.
  /usr/bin/python3 -c 'import etcd, urllib3' 2>/dev/null || missing+=('python3-etcd')
  command -v etcd >/dev/null || missing+=('etcd (package etcd-server)')
  command -v etcdctl >/dev/null || missing+=('etcdctl (package etcd-client)')
  command -v haproxy >/dev/null || missing+=('haproxy')
  [ -x "$(postgres_programs)/postgres" ] || missing+=('postgresql')
  [ ${#missing[@]} -eq 0 ] || {
    printf 'Missing: %s\n' "${missing[@]}" >&2
    exit 1
  }
  # Some containers have root but may not create namespaces.
  if ! ip netns list | grep "^$(name_of 1)\b" >/dev/null; then
    { ip netns add sfha-probe && ip netns del sfha-probe; } 2>/dev/null || stop_with 'Missing: the right to make network namespaces'
  fi
}

# Pipes are read to their end (no grep -q): the writer would fail on a closed pipe.
# The processes of a node; for a service with a recorded pid, its process if it is still running.
pids_of() { ip netns pids "$(name_of "$1")" 2>/dev/null || true; }
runs_in() {
  local node=$1 service=$2 pid
  pid=$(cat "$folder/$node/$service.pid" 2>/dev/null) || return 1
  pids_of "$node" | grep -x "$pid" >/dev/null
}

haproxy_pid() {
  local pid
  pid=$(cat "$folder/haproxy.pid" 2>/dev/null) || return 1
  # The pid may have been reused since.
  grep -qz "$folder/haproxy.cfg" "/proc/$pid/cmdline" 2>/dev/null && echo "$pid"
}

# Prints the cluster state from the first node that answers, as Patroni's JSON.
cluster_json() {
  local node
  for node in "${nodes[@]}"; do
    curl -fsS --max-time 1 "http://$(address_of "$node"):8008/cluster" 2>/dev/null && return 0
  done
  return 1
}

# Creates passwords once: make_secrets FILE.
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

# Before 3.0.3, a node whose lease had expired took the lock from its successor over etcd's API version 3, without a
# compare-and-swap, and the successor's acknowledged commits were lost (found by npm run trial -- fail-over). Version 2
# compares.
speaks_of_patroni() {
  local version
  version=$(patroni --version | grep -oE '[0-9]+(\.[0-9]+)+')
  if [ "$(printf '%s\n3.0.3\n' "$version" | sort -V | head -n 1)" = 3.0.3 ]; then echo etcd3; else echo etcd; fi
}

# patroni_settings NAME ADDRESS HOME SHARED: HOME is the machine's folder, SHARED contains make-shop-database. The
# caller provides the passwords, etcd_hosts, speaks, programs, and allowed, the network that may connect.
patroni_settings() {
  local name=$1 address=$2 home=$3 shared=$4
  cat <<YAML
scope: salonfront
name: $name
restapi: { listen: '$address:8008', connect_address: '$address:8008' }
$speaks: { hosts: '${etcd_hosts%,}' }
# On separate machines, a watchdog device resets one whose Patroni hangs: mode: required. Namespaces share a kernel.
watchdog: { mode: 'off' }
bootstrap:
  dcs:
    # A primary that cannot renew its lease within ttl seconds stops writing before another one may begin.
    ttl: 20
    loop_wait: 3
    retry_timeout: 5
    # Replaces a crashed primary instead of waiting for it.
    master_start_timeout: 0
    # A commit is acknowledged once two machines have it on disk; without a second machine, nothing is acknowledged.
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
        # An unresponsive standby is replaced after this time; commits that wait for it wait as long.
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        wal_retrieve_retry_interval: 500ms
        # Limits how long a client on a dead machine holds its locks.
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

# write_make_shop_database FOLDER: the script that Patroni runs once, on the first primary, with a superuser's
# connection string.
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

# haproxy_settings SOCKET SERVERS [GLOBAL]: one address for the current primary. GLOBAL may appear only once, even if
# HAProxy reads a second file (ops/proxy/haproxy.cfg).
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
  # Pooled connections are idle for hours; keep-alives detect dead peers.
  timeout client 12h
  timeout server 12h
  option clitcpka
  option srvtcpka
listen primary
  bind 127.0.0.1:$port
  option httpchk OPTIONS /primary
  http-check expect status 200
  # Closes connections to a former primary at once: they would end up on a standby.
  default-server check port 8008 inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
$servers
CFG
}
