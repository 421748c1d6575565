-- Who works behind the counter, how they sign in, and what two of them approve (docs/back-office §1).
create table staff (
  id integer generated always as identity primary key,
  email text not null
    constraint staff_email_once unique
    constraint staff_email_is_lower_case check (email = lower(btrim(email)) and email like '%_@_%'),
  name text not null default '',
  role text not null constraint staff_role_known check (role in ('clerk', 'manager', 'owner')),
  active boolean not null default true,
  password_hash text,
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff_sessions (
  token_hash bytea primary key,
  staff_id integer not null references staff,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  proven_at timestamptz not null default now()
);
create index staff_sessions_of_staff on staff_sessions (staff_id);

create table staff_second_factors (
  staff_id integer primary key references staff,
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table staff_recovery_codes (
  staff_id integer not null references staff_second_factors on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

-- A link to set the password, and the second factor where there is none: one at a time, used once.
create table staff_links (
  staff_id integer primary key references staff,
  token_hash bytea not null constraint staff_link_once unique,
  expires_at timestamptz not null
);

-- A reset of somebody who may approve waits a day, in which every other one can stop it.
create table staff_resets (
  id integer generated always as identity primary key,
  staff_id integer not null references staff,
  kind text not null constraint staff_reset_known check (kind in ('password', 'second_factor')),
  asked_by text not null,
  asked_at timestamptz not null default now(),
  effective_at timestamptz not null,
  stopped_at timestamptz,
  stopped_by integer references staff,
  done_at timestamptz,
  constraint staff_reset_is_stopped_or_done check (stopped_at is null or done_at is null),
  constraint staff_reset_stopped_by_somebody check ((stopped_at is null) = (stopped_by is null))
);
create unique index staff_reset_once on staff_resets (staff_id, kind) where stopped_at is null and done_at is null;

-- `preview` is canonical JSON: what its hash is of is what was looked at.
create table approvals (
  id integer generated always as identity primary key,
  action text not null,
  subject text not null,
  payload jsonb not null,
  preview text not null,
  preview_hash bytea not null,
  reason text not null,
  proposed_by text not null,
  proposed_by_id integer not null references staff,
  proposed_at timestamptz not null default now(),
  state text not null default 'proposed'
    constraint approval_state_known check (state in ('proposed', 'approved', 'refused', 'void', 'done')),
  decided_by text,
  decided_by_id integer references staff,
  decided_at timestamptz,
  ended_at timestamptz,
  constraint approval_is_of_what_was_previewed check (preview_hash = sha256(convert_to(preview, 'UTF8'))),
  constraint approval_takes_two check (state not in ('approved', 'done') or decided_by_id <> proposed_by_id),
  constraint approval_is_decided_by_somebody check (state not in ('approved', 'done', 'refused')
    or (decided_by_id is not null and decided_by is not null and decided_at is not null))
);
create unique index approvals_open_once on approvals (action, subject) where state in ('proposed', 'approved');

create function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an approval is kept';
  end if;
  if (old.action, old.subject, old.payload, old.preview, old.preview_hash, old.reason, old.proposed_by, old.proposed_by_id, old.proposed_at)
     is distinct from
     (new.action, new.subject, new.payload, new.preview, new.preview_hash, new.reason, new.proposed_by, new.proposed_by_id, new.proposed_at) then
    raise exception 'what was proposed is not changed';
  end if;
  if old.state in ('refused', 'void', 'done') then
    raise exception 'an approval that has ended is not changed';
  end if;
  return new;
end $$;
create trigger keep_proposal before update or delete on approvals for each row execute function keep_proposal();
