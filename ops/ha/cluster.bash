# What up, down and status agree on: three machines, each a network namespace with etcd and PostgreSQL under Patroni,
# joined by a bridge. HAProxy stands on this machine and passes connections on to whichever is the primary.
# shellcheck shell=bash disable=SC2034 # used by those that read it

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
