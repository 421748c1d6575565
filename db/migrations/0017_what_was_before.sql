-- The feed also tells what was before, so that a month in memory can be taken back to yesterday (docs/decisions/0015).
-- Kept for three days.
alter table network_changes
  -- What an order counted in its month; none when it did not count.
  add column before_cv_cents bigint,
  add column before_pv integer,
  -- Of a status: whether the member was active.
  add column was_active boolean,
  -- Of an edge of the tree: a new member, or another sponsor for one who was there.
  add column is_enrolment boolean,
  add column return_id integer,
  add constraint before_tells_value_and_points check (num_nulls(before_cv_cents, before_pv) in (0, 2));

create or replace function announce_counted_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into network_changes (month, counted_order_id) values (new.month, new.id);
  else
    insert into network_changes (month, counted_order_id, before_cv_cents, before_pv)
    values (new.month, new.id, old.month_cv_cents, old.month_pv);
  end if;
  return null;
end $$;

create or replace function announce_return() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, counted_order_id, return_id) values (new.month, new.counted_order_id, new.id);
  return null;
end $$;

-- Statuses are only ever written for the member's latest month: what counted before is the row itself, or the one before.
create function announce_status() returns trigger language plpgsql as $$
declare was_active boolean;
begin
  if tg_op = 'UPDATE' then
    was_active := old.status = 'active';
  else
    was_active := coalesce((select status = 'active' from member_statuses
      where member_id = new.member_id and from_month < new.from_month order by from_month desc limit 1), false);
  end if;
  insert into network_changes (month, member_id, was_active) values (new.from_month, new.member_id, was_active);
  return null;
end $$;

create function announce_edge() returns trigger language plpgsql as $$
begin
  insert into network_changes (month, member_id, is_enrolment)
  values (new.from_month, new.member_id, tg_op = 'INSERT' and not exists (
    select from sponsorships where member_id = new.member_id and from_month <> new.from_month));
  return null;
end $$;

drop trigger statuses_are_announced on member_statuses;
create trigger statuses_are_announced after insert or update on member_statuses
  for each row when (not is_bulk()) execute function announce_status();
drop trigger sponsorships_are_announced on sponsorships;
create trigger sponsorships_are_announced after insert or update on sponsorships
  for each row when (not is_bulk()) execute function announce_edge();
drop function announce_member();

-- Changes from before this do not say what was: in a shop that is running nothing is undone past here.
insert into network_changes (month) select null where exists (select from users);
