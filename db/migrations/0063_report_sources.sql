-- Each kind of entries of a report by itself: the parts of a union cannot be read in the order of an index, which the first page
-- of a list needs among a million orders (docs/decisions/0063). What counts stays what it was.
create function sold_orders() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$
  select 'order'::text, id, null::integer, null::integer, created_at, sub_total_cents, -discount_cents, shipping_price_cents,
      insurance_cents, tax_cents, total_cents
    from orders where status <> 'canceled'
$$;
create function credits_of_sales() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$
  select 'credit_note'::text, note.order_id, note.id, note.number, note.created_at, -note.goods_cents, note.discount_cents,
      -note.shipping_cents, -note.insurance_cents, -note.tax_cents, -note.amount_cents
    from credit_notes note join orders on orders.id = note.order_id
   where note.kind in ('return', 'adjustment') and orders.status <> 'canceled'
$$;
create or replace function sale_entries() returns table (
  what text, order_id integer, credit_note_id integer, number integer, at timestamptz, goods_cents bigint, discount_cents bigint,
  shipping_cents bigint, insurance_cents bigint, tax_cents bigint, total_cents bigint)
language sql stable as $$ select * from sold_orders() union all select * from credits_of_sales() $$;

create function taxed_orders() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'order'::text, tax.order_id, tax.position, null::integer, null::integer, orders.created_at, tax.state,
      tax.milli_percent, tax.base_cents, tax.tax_cents
    from order_taxes tax join orders on orders.id = tax.order_id
   where is_taxed_sale(orders.id, orders.status)
$$;
create function credits_of_taxes() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$
  select 'credit_note'::text, note.order_id, part.position, note.id, note.number, note.created_at, part.state,
      part.milli_percent, 0::bigint, -part.tax_cents
    from credit_notes note join orders on orders.id = note.order_id
   cross join lateral credited_taxes(note.order_id, note.tax_cents) part
   where note.number is not null and part.tax_cents <> 0 and is_taxed_sale(orders.id, orders.status)
$$;
create or replace function tax_entries() returns table (
  what text, order_id integer, "position" integer, credit_note_id integer, number integer, at timestamptz, state text,
  milli_percent integer, base_cents bigint, tax_cents bigint)
language sql stable as $$ select * from taxed_orders() union all select * from credits_of_taxes() $$;

create function completed_volume() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint, customer boolean)
language sql stable as $$
  select 'completed'::text, id, order_no, order_id, member_id, completed_at, month, volume_kind(member_id, customer), cv_cents,
      pv::bigint, customer
    from counted_orders
$$;
create function returned_volume() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint, customer boolean)
language sql stable as $$
  select 'came_back'::text, back.id, counted.order_no, counted.order_id, counted.member_id, back.returned_at,
      month_of(back.returned_at), volume_kind(counted.member_id, counted.customer), -back.cv_cents, -back.pv::bigint,
      counted.customer
    from order_returns back join counted_orders counted on counted.id = back.counted_order_id
$$;
create or replace function volume_entries() returns table (
  what text, id integer, order_no text, order_id integer, member_id integer, at timestamptz, month text, kind text,
  cv_cents bigint, pv bigint)
language sql stable as $$
  select what, id, order_no, order_id, member_id, at, month, kind, cv_cents, pv from completed_volume()
  union all
  select what, id, order_no, order_id, member_id, at, month, kind, cv_cents, pv from returned_volume()
$$;
