-- Who did what behind the counter, by the command line, or to an order (docs/back-office §2, docs/decisions/0035).

create sequence audit_entry_ids;

-- Partitioned by month. A month without a partition of its own is in the default one: an entry always has a place.
create table audit_entries (
  id bigint not null default nextval('audit_entry_ids'),
  made_at timestamptz not null default clock_timestamp(),
  actor_kind text not null constraint audit_actor_known check (actor_kind in ('staff', 'command_line', 'customer', 'system')),
  actor_id integer,
  actor_name text not null,
  role text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  request_id text,
  constraint audit_entries_pkey primary key (id, made_at)
) partition by range (made_at);
create table audit_entries_default partition of audit_entries default;
create index audit_entries_of_subject on audit_entries (subject_kind, subject_id, id);
create index audit_entries_by_actor on audit_entries (actor_name, id);

-- What may name a person lies apart: erasing somebody empties it, and the entry stays.
create table audit_payloads (
  entry_id bigint constraint audit_payloads_pkey primary key,
  person_id integer,
  payload jsonb not null
);
create index audit_payloads_of_person on audit_payloads (person_id) where person_id is not null;

-- Written with the entry, and taken away by the sealer: a lower number may commit later than a higher one.
create table audit_unsealed (
  entry_id bigint constraint audit_unsealed_pkey primary key,
  made_at timestamptz not null
);

-- Random keys, sealed under the shop's secret; the newest is in use.
create table audit_keys (
  id integer generated always as identity constraint audit_keys_pkey primary key,
  sealed_key bytea not null
);

create table audit_seals (
  number bigint constraint audit_seals_pkey primary key,
  entry_id bigint not null constraint audit_entry_is_sealed_once unique,
  made_at timestamptz not null,
  key_id integer not null references audit_keys,
  -- Keyed; null if the payload was erased before.
  payload_hash bytea constraint audit_payload_hash_is_sha256 check (octet_length(payload_hash) = 32),
  seal bytea not null constraint audit_seal_is_sha256 check (octet_length(seal) = 32),
  sealed_at timestamptz not null default clock_timestamp()
);

-- One row: where the chain ends, with a keyed proof. Its lock makes one sealer at a time.
create table audit_chain (
  is_only boolean default true constraint audit_chain_pkey primary key constraint audit_chain_is_one check (is_only),
  number bigint not null,
  seal bytea not null,
  key_id integer references audit_keys,
  proof bytea
);
insert into audit_chain (number, seal) values (0, decode(repeat('00', 32), 'hex'));

-- The last seal of each day (UTC), which the shop's log has as well.
create table audit_days (
  day date constraint audit_days_pkey primary key,
  number bigint not null,
  seal bytea not null
);

-- Which payloads were emptied, and the entry that says who did it.
create table audit_erasures (
  entry_id bigint constraint audit_erasures_pkey primary key,
  erased_by bigint not null
);
create index audit_erasures_by on audit_erasures (erased_by, entry_id);

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_are_append_only before update or delete on audit_entries
  for each row execute function refuse_change_of_audit();
create trigger audit_payloads_are_not_changed before update on audit_payloads
  for each row execute function refuse_change_of_audit();
create trigger audit_seals_are_append_only before update or delete on audit_seals
  for each row execute function refuse_change_of_audit();
create trigger audit_days_are_append_only before update or delete on audit_days
  for each row execute function refuse_change_of_audit();
create trigger audit_erasures_are_append_only before update or delete on audit_erasures
  for each row execute function refuse_change_of_audit();
create trigger audit_entries_are_not_emptied before truncate on audit_entries
  for each statement execute function refuse_change_of_audit();

create function refuse_unsaid_erasure() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_erasures where entry_id = old.entry_id) then
    raise exception 'a payload of the audit log is only erased for a person' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger audit_payloads_are_erased_openly before delete on audit_payloads
  for each row execute function refuse_unsaid_erasure();

create function refuse_shorter_audit_chain() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.number > old.number or (new.number = old.number and new.seal = old.seal) then return new; end if;
  end if;
  raise exception 'the chain of the audit log only grows' using errcode = 'restrict_violation';
end $$;
create trigger audit_chain_grows before update or delete on audit_chain
  for each row execute function refuse_shorter_audit_chain();

-- A partition for the month that begins on this day; false if there is one, or if the default partition has entries of it.
create function make_audit_month(first_day date) returns boolean language plpgsql as $$
declare
  name text := 'audit_entries_' || to_char(first_day, 'YYYY_MM');
  begins timestamptz := first_day::timestamp at time zone 'UTC';
  ends timestamptz := (first_day + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('public.' || name) is not null then return false; end if;
  if exists (select from audit_entries_default where made_at >= begins and made_at < ends) then return false; end if;
  -- Made aside and attached: entries go on being written meanwhile.
  execute format('create table public.%I (like audit_entries including defaults including constraints)', name);
  execute format('alter table audit_entries attach partition public.%I for values from (%L) to (%L)', name, begins, ends);
  return true;
end $$;
