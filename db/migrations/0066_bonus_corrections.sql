-- What staff correct in a bonus (docs/plan §8.5): the same kind of entry as a reversal, in a month that is not closed.
create table bonus_corrections (
  id integer generated always as identity primary key,
  month text not null constraint correction_month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  member_id integer not null references users,
  bonus text not null constraint corrected_bonus_known check (bonus in ('sales', 'level')),
  amount_cents bigint not null constraint correction_is_of_something check (amount_cents <> 0),
  concerns_month text not null
    constraint concerned_month_is_a_month check (concerns_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  counted_order_id integer references counted_orders,
  reason text not null
    constraint correction_says_why check (reason ~ '\S')
    constraint correction_reason_is_short check (char_length(reason) <= 500),
  asked_by text not null,
  asked_by_id integer references staff,
  approved_by text,
  approved_by_id integer references staff,
  booked_at timestamptz not null default now(),
  constraint correction_concerns_no_later_month check (concerns_month <= month),
  constraint correction_takes_two check (approved_by_id <> asked_by_id and (approved_by_id is null or approved_by is not null))
);
comment on table bonus_corrections is
  'Only ever added to. It counts in the bonus of its month, which was not closed when it was booked; what it corrects is of the month it concerns.';
comment on column bonus_corrections.approved_by is 'Null where there was nobody else who may approve.';
create index bonus_corrections_of_month on bonus_corrections (month, id);
create index bonus_corrections_of_member on bonus_corrections (member_id, id);
create index bonus_corrections_of_order on bonus_corrections (counted_order_id) where counted_order_id is not null;

create function refuse_change_of_corrections() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'reason') then return new; end if;
  raise exception 'corrections are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger corrections_are_append_only before update or delete on bonus_corrections
  for each row execute function refuse_change_of_corrections();
create trigger corrections_are_not_emptied before truncate on bonus_corrections
  execute function refuse_change_of_corrections();

-- The verb holds the month's row while it asks; this is the last guard of a closed month.
create function refuse_correction_of_closed_month() returns trigger language plpgsql as $$
begin
  if exists (select from months where month = new.month and closed_at is not null) then
    raise exception 'month % is closed', new.month using errcode = 'check_violation', constraint = 'corrections_are_of_open_months';
  end if;
  return new;
end $$;
create trigger corrections_are_of_open_months before insert on bonus_corrections
  for each row execute function refuse_correction_of_closed_month();

-- The feed of the months in memory, and of whoever closes one.
alter table network_changes add column correction_id integer;
create function announce_correction() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, correction_id) values (new.month, new.id);
  return null;
end $$;
create trigger corrections_are_announced after insert on bonus_corrections
  for each row execute function announce_correction();
