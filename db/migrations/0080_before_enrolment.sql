-- What was completed before the day its member enrolled counts in company figures alone, and so does what comes back of it
-- (docs/plan §11, docs/decisions/0101). Imports name days: within one nobody knows what came first, and it counts.
create function is_before_enrolment(completed_at timestamptz, enrolled_at timestamptz) returns boolean language sql stable as
$$ select (completed_at at time zone 'America/New_York')::date < (enrolled_at at time zone 'America/New_York')::date $$;

alter table counted_orders add column before_enrolment boolean not null default false;

-- A closed month stays as it was: there only those are before the enrolment who have no card of it, and none of which
-- something has come back in another closed month, from the member. The feed is told once.
set local salonfront.bulk = 'on';
update counted_orders counted set before_enrolment = true
  from users member
 where member.id = counted.member_id
   and case
     when exists (select from months where month = counted.month and closed_at is not null and not closed_elsewhere)
       then not exists (select from cards where month = counted.month and member_id = member.id)
     else is_before_enrolment(completed_at, member.created_at)
       or not exists (select from sponsorships where member_id = member.id and from_month <= counted.month) end
   and not exists (
     select from order_returns back join months on months.month = back.month
      where back.counted_order_id = counted.id and back.month <> counted.month and closed_at is not null and not closed_elsewhere);
set local salonfront.bulk = 'off';
insert into network_changes (month) select null where exists (select from counted_orders where before_enrolment);

-- The points of a member leave those out.
create index counted_orders_before_enrolment on counted_orders (id) where before_enrolment;

create or replace function refuse_change_of_counted_order() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.order_id, new.member_id, new.customer, new.completed_at, new.month, new.cv_cents, new.pv) is distinct from
     (old.order_no, old.order_id, old.member_id, old.customer, old.completed_at, old.month, old.cv_cents, old.pv) then
    raise exception 'what an order counted as never changes' using errcode = 'restrict_violation';
  end if;
  if (new.month_cv_cents, new.month_pv, new.before_enrolment) is distinct from (old.month_cv_cents, old.month_pv, old.before_enrolment)
     and exists (select 1 from months where month = new.month and closed_at is not null) then
    raise exception 'order % is of a closed month', old.order_no using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
