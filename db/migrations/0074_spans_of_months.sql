-- Rows of tax are listed by the numbers of orders, between the first and the last of the months (docs/decisions/0083). Both are
-- kept beside the sales of a month, in the row that its order adds there in any case: nobody updates one, so nobody waits.

-- An order that was placed under the function of before must be committed, and be found below.
lock table orders in share row exclusive mode;
alter table monthly_sales
  -- Of all orders of the month, also canceled ones. Wider than they are once one was deleted or dated anew, never narrower.
  add column first_order_id integer,
  add column last_order_id integer;

create or replace function sales_of_months() returns setof monthly_sales language sql stable as $$
  select month_of(at), (count(*) filter (where what = 'order'))::integer,
      coalesce(sum(goods_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(discount_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(shipping_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(insurance_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'order'), 0)::bigint,
      coalesce(sum(total_cents) filter (where what = 'order'), 0)::bigint,
      (count(*) filter (where what = 'credit_note'))::integer,
      coalesce(sum(total_cents) filter (where what = 'credit_note'), 0)::bigint,
      coalesce(sum(tax_cents) filter (where what = 'credit_note'), 0)::bigint,
      min(order_id) filter (where what <> 'credit_note'), max(order_id) filter (where what <> 'credit_note')
    from (
      select what, order_id, at, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents
        from sale_entries()
      union all
      select 'no_sale', id, created_at, 0, 0, 0, 0, 0, 0 from orders where status = 'canceled') entry
   group by month_of(at)
$$;

create or replace function report_new_orders() returns trigger language plpgsql as $$
begin
  insert into monthly_sales (month, orders, goods_cents, discount_cents, shipping_cents, insurance_cents, tax_cents, total_cents,
      first_order_id, last_order_id)
    select month_of(created_at), sum(sales), sum(sales * sub_total_cents), -sum(sales * discount_cents),
        sum(sales * shipping_price_cents), sum(sales * insurance_cents), sum(sales * tax_cents), sum(sales * total_cents),
        min(id), max(id)
      from added cross join lateral (select case status when 'canceled' then 0 else 1 end) counted (sales) group by 1;
  return null;
end $$;

create or replace function report_changed_order() returns trigger language plpgsql as $$
declare
  was_sale boolean := tg_op <> 'INSERT' and old.status <> 'canceled';
  is_sale boolean := tg_op <> 'DELETE' and new.status <> 'canceled';
  was_taxed boolean;
  is_taxed boolean;
begin
  if was_sale then perform add_sale(old, -1); end if;
  if is_sale then perform add_sale(new, 1); end if;
  if tg_op = 'DELETE' then return null; end if;
  if month_of(old.created_at) <> month_of(new.created_at) then
    insert into monthly_sales (month, first_order_id, last_order_id) values (month_of(new.created_at), new.id, new.id);
  end if;
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
        sum(total_cents), sum(credit_notes), sum(credited_cents), sum(credited_tax_cents), min(first_order_id), max(last_order_id)
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

insert into monthly_sales (month, first_order_id, last_order_id)
  select to_char(month, 'YYYY-MM'), min(id), max(id)
    from (select id, date_trunc('month', created_at at time zone 'America/New_York') as month from orders) placed group by month;

-- A rate's share is looked up for each credit note, and whether its order is taxed: only for those that have any tax.
create or replace function credits_of_taxes() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'credit_note'::text, note.order_id, part.position, note.id, note.number, note.created_at, part.state,
      part.milli_percent, 0::bigint, -part.tax_cents
    from credit_notes note join orders on orders.id = note.order_id
   cross join lateral credited_taxes(note.order_id, note.tax_cents) part
   where note.number is not null and note.tax_cents <> 0 and part.tax_cents <> 0 and is_taxed_sale(orders.id, orders.status)
$$;
-- In plpgsql, which a connection plans once and not at every call (docs/decisions/0072).
create or replace function is_taxed_sale(order_number integer, order_status text) returns boolean language plpgsql stable as $$
begin
  if order_status <> 'canceled' then return true; end if;
  return exists (
    select from credit_notes note where note.order_id = order_number and note.kind = 'cancellation' and note.number is not null);
end $$;
