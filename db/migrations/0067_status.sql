-- What keeps the shop safe and when it was last done: backups, nightly checks, the daily cleaning. The status page and the
-- metrics read it.
create table operations (
  id bigint generated always as identity primary key,
  kind text not null constraint operation_kind_known check (kind in ('backup', 'verify', 'clean')),
  finished_at timestamptz not null default now(),
  -- How many disagreements it found; of a backup, how many files were missing.
  findings integer not null default 0 constraint findings_are_counted check (findings >= 0),
  -- In words, for owners: what it was, or the first of what it found.
  note text not null default ''
);
create index operations_latest on operations (kind, id desc);

-- What is broken and was told to the shop's email: once, until it is well again.
create table status_alerts (
  check_name text primary key,
  says text not null,
  advice text not null,
  since timestamptz not null default now()
);
