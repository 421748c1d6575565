-- Who asked to be erased, and when it was done (docs/back-office §4). Ids alone: of a placeholder, or of guests' orders.
create table erasures (
  id integer generated always as identity primary key,
  user_id integer references users (id),
  order_ids integer[],
  asked_by text not null,
  asked_at timestamptz not null default now(),
  -- Not before then.
  due_at timestamptz not null default now(),
  -- When the last mail was queued, which is sent before the email is forgotten.
  farewell_at timestamptz,
  called_off_at timestamptz,
  done_at timestamptz,
  constraint erasure_is_of_an_account_or_of_orders check ((user_id is null) <> (order_ids is null)),
  constraint erasure_is_called_off_or_done check (called_off_at is null or done_at is null)
);
create unique index one_erasure_a_user on erasures (user_id) where user_id is not null and called_off_at is null;
create index erasures_waiting on erasures (due_at) where done_at is null and called_off_at is null;

-- Whether a change only empties texts about a person who is being erased. Triggers that keep rows as they are let it pass.
create function is_erasure(before jsonb, after jsonb, variadic texts text[]) returns boolean
  language sql stable as $$
  select coalesce(current_setting('salonfront.erasing', true), '') = 'on' and before - texts = after - texts
$$;

create or replace function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reference', 'reason') then return new; end if;
  raise exception 'entries of the payment ledger are only ever added' using errcode = 'restrict_violation';
end $$;

create or replace function refuse_change_of_stock_movements() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'stock movements are only ever added' using errcode = 'restrict_violation';
end $$;

create or replace function refuse_change_of_return() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason', 'withheld_reason') then return new; end if;
  raise exception 'returns are only ever added' using errcode = 'restrict_violation';
end $$;

-- `state` is generated after the trigger has run.
create or replace function check_shipment_step() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'picked_up_name', 'void_reason', 'tracking_number', 'state') then
    return new;
  end if;
  if (new.id, new.order_id, new.kind, new.packed_at, new.packed_by)
       is distinct from (old.id, old.order_id, old.kind, old.packed_at, old.packed_by)
    or (old.ready_at is not null and (new.ready_at, new.ready_by) is distinct from (old.ready_at, old.ready_by))
    or (old.shipped_at is not null and (new.shipped_at, new.shipped_by, new.carrier, new.tracking_number)
       is distinct from (old.shipped_at, old.shipped_by, old.carrier, old.tracking_number))
    or old.delivered_at is not null or old.picked_up_at is not null or old.voided_at is not null
  then
    raise exception 'a step of shipment % was recorded already', old.id
      using errcode = 'check_violation', constraint = 'shipment_steps_are_never_taken_back';
  end if;
  return new;
end $$;

create or replace function refuse_change_of_notice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'key', 'payer', 'memo', 'source', 'set_aside_reason', 'state') then
    return new;
  end if;
  raise exception 'a notice stays as the bank wrote it' using errcode = 'restrict_violation';
end $$;

create or replace function refuse_change_of_due_dates() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'due dates that were moved and reminders that were mailed stay as they are' using errcode = 'restrict_violation';
end $$;

create or replace function refuse_change_of_claims() returns trigger language plpgsql as $$
begin
  if is_erasure(to_jsonb(old), to_jsonb(new), 'note', 'reason') then return new; end if;
  if old.ended_at is not null or (old.order_id, old.method, old.note, old.claimed_at) is distinct from
    (new.order_id, new.method, new.note, new.claimed_at) then
    raise exception 'what a customer said stays as it was said; a claim ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function refuse_change_of_order_versions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'as_it_stood', 'reason') then return new; end if;
  raise exception 'versions of an order are only ever added' using errcode = 'restrict_violation';
end $$;

create or replace function keep_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an approval is kept';
  end if;
  if is_erasure(to_jsonb(old), to_jsonb(new), 'payload', 'reason') then return new; end if;
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

-- The terms that whoever registers accepts. A version that was published stays as it was.
create table terms (
  version integer generated always as identity primary key,
  text text not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  constraint terms_say_something check (text ~ '\S')
);
create table terms_acceptances (
  user_id integer not null references users (id),
  version integer not null references terms (version),
  accepted_at timestamptz not null default now(),
  constraint version_accepted_once primary key (user_id, version)
);
create function refuse_change_of_terms() returns trigger language plpgsql as $$
begin
  raise exception 'terms, and that they were accepted, are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger terms_are_append_only before update or delete on terms
  for each row execute function refuse_change_of_terms();
create trigger acceptances_are_append_only before update or delete on terms_acceptances
  for each row execute function refuse_change_of_terms();
create trigger terms_announced after insert on terms
  for each statement execute function announce_page_tags('content');
