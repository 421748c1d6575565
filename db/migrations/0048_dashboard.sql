-- What waits of orders is counted on each look at the dashboard (docs/decisions/0051): paid orders that are not completed,
-- and parcels that are still here. Both indexes are as small as the work that is open.
create index orders_paid_in_work on orders (id) where status = 'processing' and paid_at is not null;
-- The first month is that of the earliest enrolment, which months to close begin with.
create index sponsorships_by_month on sponsorships (from_month);

-- What each day of the shop's zone came to: of orders those that were placed on it and are not canceled, with their
-- totals as they are now; points counted less those taken back on it; members enrolled. Several rows of a day add up: a change
-- adds a row of what it adds, so that no two orders wait for each other, and a job adds rows up now and then.
create table daily_figures (
  day date not null,
  orders integer not null default 0,
  total_cents bigint not null default 0,
  pv bigint not null default 0,
  members integer not null default 0
);
create index daily_figures_by_day on daily_figures (day);

create function shop_day(at timestamptz) returns date language sql stable
  return (at at time zone 'America/New_York')::date;

create function figures_of_new_orders() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, orders, total_cents)
    select shop_day(created_at), count(*), sum(total_cents) from added where status <> 'canceled' group by 1;
  return null;
end $$;
create trigger new_orders_are_in_the_figures after insert on orders
  referencing new table as added for each statement execute function figures_of_new_orders();

create function figures_of_changed_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status <> 'canceled' then
    insert into daily_figures (day, orders, total_cents) values (shop_day(old.created_at), -1, -old.total_cents);
  end if;
  if tg_op <> 'DELETE' and new.status <> 'canceled' then
    insert into daily_figures (day, orders, total_cents) values (shop_day(new.created_at), 1, new.total_cents);
  end if;
  return null;
end $$;
create trigger changed_orders_are_in_the_figures after update on orders for each row
  when ((old.status = 'canceled') <> (new.status = 'canceled') or old.total_cents <> new.total_cents
    or old.created_at <> new.created_at)
  execute function figures_of_changed_order();
create trigger deleted_orders_are_not_in_the_figures after delete on orders for each row
  execute function figures_of_changed_order();

create function figures_of_counted_orders() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv)
    select shop_day(completed_at), sum(pv) from added group by 1 having sum(pv) <> 0;
  return null;
end $$;
create trigger counted_orders_are_in_the_figures after insert on counted_orders
  referencing new table as added for each statement execute function figures_of_counted_orders();

-- Nothing of the shop does that; who corrects the books by hand must not have to think of it.
create function figures_of_changed_count() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv) values (shop_day(old.completed_at), -old.pv);
  if tg_op = 'UPDATE' then insert into daily_figures (day, pv) values (shop_day(new.completed_at), new.pv); end if;
  return null;
end $$;
create trigger changed_counts_are_in_the_figures after update on counted_orders for each row
  when (old.completed_at <> new.completed_at or old.pv <> new.pv) execute function figures_of_changed_count();
create trigger deleted_counts_are_not_in_the_figures after delete on counted_orders for each row
  execute function figures_of_changed_count();

create function figures_of_returns() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, pv)
    select shop_day(returned_at), -sum(pv) from added group by 1 having sum(pv) <> 0;
  return null;
end $$;
create trigger returns_are_in_the_figures after insert on order_returns
  referencing new table as added for each statement execute function figures_of_returns();

create function figures_of_new_members() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, members) select shop_day(created_at), count(*) from added group by 1;
  return null;
end $$;
create trigger new_members_are_in_the_figures after insert on users
  referencing new table as added for each statement execute function figures_of_new_members();

create function figures_of_changed_member() returns trigger language plpgsql as $$
begin
  insert into daily_figures (day, members) values (shop_day(old.created_at), -1);
  if tg_op = 'UPDATE' then insert into daily_figures (day, members) values (shop_day(new.created_at), 1); end if;
  return null;
end $$;
create trigger moved_members_are_in_the_figures after update on users for each row
  when (old.created_at <> new.created_at) execute function figures_of_changed_member();
create trigger deleted_members_are_not_in_the_figures after delete on users for each row
  execute function figures_of_changed_member();

-- From the tables that they are figures of; `verify` compares with the same.
create function figures_of_days() returns table (day date, orders bigint, total_cents bigint, pv bigint, members bigint)
language sql stable as $$
  select day, sum(orders)::bigint as orders, sum(total_cents)::bigint as total_cents, sum(pv)::bigint as pv,
      sum(members)::bigint as members
    from (
      select shop_day(created_at) as day, 1 as orders, total_cents, 0::bigint as pv, 0 as members
        from orders where status <> 'canceled'
      union all select shop_day(completed_at), 0, 0, pv, 0 from counted_orders
      union all select shop_day(returned_at), 0, 0, -pv, 0 from order_returns
      union all select shop_day(created_at), 0, 0, 0, 1 from users) figures
   group by day
$$;

-- One row a day again. Whoever adds rows meanwhile is not waited for: theirs are added up another time.
create function add_up_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  with gone as (
    delete from daily_figures where day in (select day from daily_figures group by day having count(*) > 1) returning *)
  insert into daily_figures
    select day, sum(orders), sum(total_cents), sum(pv), sum(members) from gone group by day;
end $$;

-- After bulk imports, during which no trigger runs.
create function make_figures_anew() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  -- One statement, so that what others add and commit meanwhile is in both or in neither.
  with gone as (delete from daily_figures returning 1)
  insert into daily_figures select day, orders, total_cents, pv, members from figures_of_days();
end $$;
select make_figures_anew();
