-- Reports by month (docs/back-office §7, docs/decisions/0063). What a report adds up is said once, by a function of entries,
-- which its list shows row by row; the sums of the months are kept as rows that add up, like those of the dashboard.

-- Whether an order is a sale as tax sees it: one that was canceled before any money came never was, and one that was canceled
-- later stays in its month, and is taken off by its credit note.
create function is_taxed_sale(order_number integer, order_status text) returns boolean language sql stable as $$
  select order_status <> 'canceled' or exists (
    select from credit_notes note where note.order_id = order_number and note.kind = 'cancellation' and note.number is not null)
$$;

-- The tax of a credit note by the rates of its order, each rate up to the last cent that those before it leave.
create function credited_taxes(order_number integer, credited bigint)
returns table ("position" integer, state text, milli_percent integer, tax_cents bigint) language sql stable as $$
  select tax.position, tax.state, tax.milli_percent,
      (div(credited * tax.so_far, tax.whole) - div(credited * (tax.so_far - tax.own), tax.whole))::bigint
    from (
      select taxes.position, taxes.state, taxes.milli_percent, taxes.tax_cents::numeric as own,
          sum(taxes.tax_cents) over (order by taxes.position) as so_far, sum(taxes.tax_cents) over () as whole
        from order_taxes taxes where taxes.order_id = order_number) tax
   where tax.whole > 0
  union all
  select 0, '', null, credited
   where not exists (select from order_taxes taxes where taxes.order_id = order_number and taxes.tax_cents > 0)
$$;

-- Orders that are not canceled, as they are now, and what was credited of them.
create function sale_entries() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$
  select 'order'::text, id, null::integer, null::integer, created_at, sub_total_cents, -discount_cents, shipping_price_cents,
      insurance_cents, tax_cents, total_cents
    from orders where status <> 'canceled'
  union all
  select 'credit_note'::text, note.order_id, note.id, note.number, note.created_at, -note.goods_cents, note.discount_cents,
      -note.shipping_cents, -note.insurance_cents, -note.tax_cents, -note.amount_cents
    from credit_notes note join orders on orders.id = note.order_id
   where note.kind in ('return', 'adjustment') and orders.status <> 'canceled'
$$;

create function tax_entries() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'order'::text, tax.order_id, tax.position, null::integer, null::integer, orders.created_at, tax.state, tax.milli_percent,
      tax.base_cents, tax.tax_cents
    from order_taxes tax join orders on orders.id = tax.order_id
   where is_taxed_sale(orders.id, orders.status)
  union all
  select 'credit_note'::text, note.order_id, part.position, note.id, note.number, note.created_at, part.state, part.milli_percent, 0::bigint,
      -part.tax_cents
    from credit_notes note join orders on orders.id = note.order_id
   cross join lateral credited_taxes(note.order_id, note.tax_cents) part
   where note.number is not null and part.tax_cents <> 0 and is_taxed_sale(orders.id, orders.status)
$$;

-- A correction takes back what it corrects, on the day it was booked.
create function payment_entries() returns table (
  id integer, order_id integer, what text, method text, day date, reference text, received_cents bigint, refunded_cents bigint)
language sql stable as $$
  select id, order_id, kind, method, value_date, reference,
      case when kind = 'received' or kind = 'correction' and amount_cents < 0 then amount_cents else 0 end,
      case when kind = 'refunded' then -amount_cents when kind = 'correction' and amount_cents > 0 then amount_cents else 0 end
    from payments
$$;

-- Whose volume it is (docs/plan §1, §17).
create function volume_kind(member integer, is_customer boolean) returns text language sql immutable
  return case when member is null then 'no_member' when is_customer then 'customer' else 'own_use' end;

-- What was completed, and what came back, in the month in which each happened.
create function volume_entries() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint)
language sql stable as $$
  select 'completed'::text, id, order_no, order_id, member_id, completed_at, month, volume_kind(member_id, customer), cv_cents,
      pv::bigint
    from counted_orders
  union all
  select 'came_back'::text, back.id, counted.order_no, counted.order_id, counted.member_id, back.returned_at,
      month_of(back.returned_at), volume_kind(counted.member_id, counted.customer), -back.cv_cents, -back.pv::bigint
    from order_returns back join counted_orders counted on counted.id = back.counted_order_id
$$;

create table monthly_sales (
  month text not null,
  orders integer not null default 0,
  goods_cents bigint not null default 0,
  discount_cents bigint not null default 0,
  shipping_cents bigint not null default 0,
  insurance_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  total_cents bigint not null default 0,
  credit_notes integer not null default 0,
  credited_cents bigint not null default 0,
  credited_tax_cents bigint not null default 0
);
create index monthly_sales_by_month on monthly_sales (month);

create table monthly_taxes (
  month text not null,
  -- Empty where no rate of the order is known.
  state text not null,
  milli_percent integer,
  orders integer not null default 0,
  base_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  credited_cents bigint not null default 0
);
create index monthly_taxes_by_month on monthly_taxes (month);

create table monthly_payments (
  month text not null,
  method text not null,
  received_cents bigint not null default 0,
  refunded_cents bigint not null default 0
);
create index monthly_payments_by_month on monthly_payments (month);

create table monthly_volume (
  month text not null,
  kind text not null constraint volume_kind_known check (kind in ('customer', 'own_use', 'no_member')),
  orders integer not null default 0,
  cv_cents bigint not null default 0,
  pv bigint not null default 0,
  returned_cv_cents bigint not null default 0,
  returned_pv bigint not null default 0
);
create index monthly_volume_by_month on monthly_volume (month);

-- From the entries; `verify` compares with the same.
create function sales_of_months() returns setof monthly_sales language sql stable as $$
  select month_of(at), (count(*) filter (where what = 'order'))::integer,
      coalesce(sum(goods_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(discount_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(shipping_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(insurance_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(total_cents) filter (where what = 'order'), 0)::bigint,
      (count(*) filter (where what = 'credit_note'))::integer,
      coalesce(sum(total_cents) filter (where what = 'credit_note'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'credit_note'), 0)::bigint
    from sale_entries() group by month_of(at)
$$;
create function taxes_of_months() returns setof monthly_taxes language sql stable as $$
  select month_of(at), state, milli_percent, (count(*) filter (where what = 'order'))::integer, sum(base_cents)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'credit_note'), 0)::bigint
    from tax_entries() group by month_of(at), state, milli_percent
$$;
create function payments_of_months() returns setof monthly_payments language sql stable as $$
  select to_char(day, 'YYYY-MM'), method, sum(received_cents)::bigint, sum(refunded_cents)::bigint
    from payment_entries() group by to_char(day, 'YYYY-MM'), method
$$;
create function volume_of_months() returns setof monthly_volume language sql stable as $$
  select month, kind, (count(*) filter (where what = 'completed'))::integer,
      coalesce(sum(cv_cents) filter (where what = 'completed'), 0)::bigint,
      coalesce(sum(pv) filter (where what = 'completed'), 0)::bigint,
      coalesce(sum(cv_cents) filter (where what = 'came_back'), 0)::bigint,
      coalesce(sum(pv) filter (where what = 'came_back'), 0)::bigint
    from volume_entries() group by month, kind
$$;

-- What an order adds to the sales of its month, or with -1 what it takes off.
create function add_sale(placed orders, sign integer) returns void language sql as $$
  insert into monthly_sales (month, orders, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents)
  values (month_of(placed.created_at), sign, sign * placed.sub_total_cents, -sign * placed.discount_cents,
    sign * placed.shipping_price_cents, sign * placed.insurance_cents, sign * placed.tax_cents, sign * placed.total_cents)
$$;
create function add_taxes_of_order(order_number integer, placed timestamptz, sign integer) returns void language sql as $$
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(placed), state, milli_percent, sign, sign * base_cents, sign * tax_cents
      from order_taxes where order_id = order_number
$$;
-- Of all its credit notes with a number, or of one.
create function add_credited_taxes(order_number integer, note_number integer, sign integer) returns void language sql as $$
  insert into monthly_taxes (month, state, milli_percent, credited_cents)
    select month_of(note.created_at), part.state, part.milli_percent, -sign * part.tax_cents
      from credit_notes note cross join lateral credited_taxes(note.order_id, note.tax_cents) part
     where note.order_id = order_number and note.number is not null and (note_number is null or note.id = note_number)
       and part.tax_cents <> 0
$$;

create function report_new_orders() returns trigger language plpgsql as $$
begin
  insert into monthly_sales (month, orders, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents)
    select month_of(created_at), count(*), sum(sub_total_cents), -sum(discount_cents), sum(shipping_price_cents),
        sum(insurance_cents), sum(tax_cents), sum(total_cents)
      from added where status <> 'canceled' group by 1;
  return null;
end $$;
create trigger new_orders_are_in_the_reports after insert on orders
  referencing new table as added for each statement execute function report_new_orders();

create function report_changed_order() returns trigger language plpgsql as $$
declare
  was_sale boolean := tg_op <> 'INSERT' and old.status <> 'canceled';
  is_sale boolean := tg_op <> 'DELETE' and new.status <> 'canceled';
  was_taxed boolean;
  is_taxed boolean;
begin
  if was_sale then perform add_sale(old, -1); end if;
  if is_sale then perform add_sale(new, 1); end if;
  if tg_op = 'DELETE' then return null; end if;
  if was_sale <> is_sale then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      select month_of(created_at), case when is_sale then 1 else -1 end,
          case when is_sale then -amount_cents else amount_cents end, case when is_sale then -tax_cents else tax_cents end
        from credit_notes where order_id = new.id and kind in ('return', 'adjustment');
  end if;
  was_taxed := is_taxed_sale(old.id, old.status);
  is_taxed := is_taxed_sale(new.id, new.status);
  if was_taxed and (not is_taxed or old.created_at <> new.created_at) then
    perform add_taxes_of_order(old.id, old.created_at, -1);
  end if;
  if is_taxed and (not was_taxed or old.created_at <> new.created_at) then
    perform add_taxes_of_order(new.id, new.created_at, 1);
  end if;
  if was_taxed <> is_taxed then
    perform add_credited_taxes(new.id, null, case when is_taxed then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger changed_orders_are_in_the_reports after update on orders for each row
  when ((old.status = 'canceled') <> (new.status = 'canceled') or old.created_at <> new.created_at
    or (old.sub_total_cents, old.discount_cents, old.shipping_price_cents, old.insurance_cents, old.tax_cents)
      <> (new.sub_total_cents, new.discount_cents, new.shipping_price_cents, new.insurance_cents, new.tax_cents))
  execute function report_changed_order();
create trigger deleted_orders_are_not_in_the_reports after delete on orders for each row
  execute function report_changed_order();

create function report_new_taxes() returns trigger language plpgsql as $$
begin
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(orders.created_at), added.state, added.milli_percent, count(*), sum(added.base_cents), sum(added.tax_cents)
      from added join orders on orders.id = added.order_id
     where is_taxed_sale(orders.id, orders.status) group by 1, 2, 3;
  return null;
end $$;
create trigger new_taxes_are_in_the_reports after insert on order_taxes
  referencing new table as added for each statement execute function report_new_taxes();

-- An edit replaces what an order is taxed with; one that was credited is not edited.
create function report_removed_tax() returns trigger language plpgsql as $$
begin
  insert into monthly_taxes (month, state, milli_percent, orders, base_cents, tax_cents)
    select month_of(created_at), old.state, old.milli_percent, -1, -old.base_cents, -old.tax_cents
      from orders where id = old.order_id and is_taxed_sale(id, status);
  return null;
end $$;
create trigger removed_taxes_are_not_in_the_reports after delete on order_taxes for each row
  execute function report_removed_tax();

create function report_credit_note() returns trigger language plpgsql as $$
declare sale orders;
begin
  select * into sale from orders where id = new.order_id;
  if new.kind in ('return', 'adjustment') and sale.status <> 'canceled' then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      values (month_of(new.created_at), 1, -new.amount_cents, -new.tax_cents);
  end if;
  if new.number is null then return null; end if;
  if sale.status <> 'canceled' or exists (
    select from credit_notes note where note.order_id = new.order_id and note.kind = 'cancellation' and note.number is not null
       and note.id <> new.id)
  then
    perform add_credited_taxes(new.order_id, new.id, 1);
  elsif new.kind = 'cancellation' then
    -- Until now it was one that never was a sale.
    perform add_taxes_of_order(sale.id, sale.created_at, 1);
    perform add_credited_taxes(sale.id, null, 1);
  end if;
  return null;
end $$;
create trigger credit_notes_are_in_the_reports after insert on credit_notes for each row
  execute function report_credit_note();

create function report_payments() returns trigger language plpgsql as $$
begin
  insert into monthly_payments (month, method, received_cents, refunded_cents)
    select to_char(entry.day, 'YYYY-MM'), entry.method, sum(entry.received_cents), sum(entry.refunded_cents)
      from added join payment_entries() entry on entry.id = added.id group by 1, 2;
  return null;
end $$;
create trigger payments_are_in_the_reports after insert on payments
  referencing new table as added for each statement execute function report_payments();

create function report_counted_orders() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, orders, cv_cents, pv)
    select month, volume_kind(member_id, customer), count(*), sum(cv_cents), sum(pv) from added group by 1, 2;
  return null;
end $$;
create trigger counted_orders_are_in_the_reports after insert on counted_orders
  referencing new table as added for each statement execute function report_counted_orders();

-- As with the figures of a day: who corrects the books by hand must not have to think of it.
create function report_changed_count() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, orders, cv_cents, pv)
    values (old.month, volume_kind(old.member_id, old.customer), -1, -old.cv_cents, -old.pv);
  if tg_op = 'UPDATE' then
    insert into monthly_volume (month, kind, orders, cv_cents, pv)
      values (new.month, volume_kind(new.member_id, new.customer), 1, new.cv_cents, new.pv);
  end if;
  return null;
end $$;
create trigger changed_counts_are_in_the_reports after update on counted_orders for each row
  when ((old.month, old.cv_cents, old.pv, old.customer) <> (new.month, new.cv_cents, new.pv, new.customer)
    or old.member_id is distinct from new.member_id)
  execute function report_changed_count();
create trigger deleted_counts_are_not_in_the_reports after delete on counted_orders for each row
  execute function report_changed_count();

create function report_returns() returns trigger language plpgsql as $$
begin
  insert into monthly_volume (month, kind, returned_cv_cents, returned_pv)
    select month_of(added.returned_at), volume_kind(counted.member_id, counted.customer), -sum(added.cv_cents), -sum(added.pv)
      from added join counted_orders counted on counted.id = added.counted_order_id group by 1, 2;
  return null;
end $$;
create trigger returns_are_in_the_reports after insert on order_returns
  referencing new table as added for each statement execute function report_returns();

create or replace function add_up_figures() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  with gone as (
    delete from daily_figures where day in (select day from daily_figures group by day having count(*) > 1) returning *)
  insert into daily_figures
    select day, sum(orders), sum(total_cents), sum(pv), sum(members) from gone group by day;
  with gone as (
    delete from monthly_sales where month in (select month from monthly_sales group by month having count(*) > 1) returning *)
  insert into monthly_sales
    select month, sum(orders), sum(goods_cents), sum(discount_cents), sum(shipping_cents), sum(insurance_cents), sum(tax_cents),
        sum(total_cents), sum(credit_notes), sum(credited_cents), sum(credited_tax_cents)
      from gone group by month;
  with gone as (
    delete from monthly_taxes where month in (
      select month from monthly_taxes group by month, state, milli_percent having count(*) > 1) returning *)
  insert into monthly_taxes
    select month, state, milli_percent, sum(orders), sum(base_cents), sum(tax_cents), sum(credited_cents)
      from gone group by month, state, milli_percent;
  with gone as (
    delete from monthly_payments where month in (
      select month from monthly_payments group by month, method having count(*) > 1) returning *)
  insert into monthly_payments
    select month, method, sum(received_cents), sum(refunded_cents) from gone group by month, method;
  with gone as (
    delete from monthly_volume where month in (
      select month from monthly_volume group by month, kind having count(*) > 1) returning *)
  insert into monthly_volume
    select month, kind, sum(orders), sum(cv_cents), sum(pv), sum(returned_cv_cents), sum(returned_pv)
      from gone group by month, kind;
end $$;

create or replace function make_figures_anew() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily figures', 0));
  -- One statement each, so that what others add and commit meanwhile is in both or in neither.
  with gone as (delete from daily_figures returning 1)
  insert into daily_figures select day, orders, total_cents, pv, members from figures_of_days();
  with gone as (delete from monthly_sales returning 1) insert into monthly_sales select * from sales_of_months();
  with gone as (delete from monthly_taxes returning 1) insert into monthly_taxes select * from taxes_of_months();
  with gone as (delete from monthly_payments returning 1) insert into monthly_payments select * from payments_of_months();
  with gone as (delete from monthly_volume returning 1) insert into monthly_volume select * from volume_of_months();
end $$;
select make_figures_anew();

-- A report's rows are gone through month by month.
create index order_taxes_by_rate on order_taxes (state, milli_percent, order_id);
create index payments_by_day on payments (value_date, id) include (kind, method);
create index credit_notes_by_day on credit_notes (created_at, id);
create index counted_orders_of_no_customer on counted_orders (month, id) where not customer;
create index order_returns_by_day on order_returns (returned_at, id);
