-- Who did what behind the counter, by the command line, or to an order (docs/back-office §2). What names a person lies
-- apart: erasing somebody empties it, and the entry stays.
create table audit_entries (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp(),
  actor_kind text not null constraint audit_actor_known check (actor_kind in ('staff', 'command_line', 'customer', 'system')),
  actor_id integer,
  role text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text
);
create index audit_entries_of_subject on audit_entries (subject_kind, subject_id, id);

create table audit_payloads (
  entry_id bigint primary key references audit_entries,
  payload jsonb not null
);
