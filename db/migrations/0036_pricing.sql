-- Discounts, exempt products and resale certificates (docs/back-office §3, docs/decisions/0039).
alter table products add column tax_exempt boolean not null default false;

alter table orders
  add column discount_cents bigint not null default 0,
  -- As staff entered it, in thousandths of a percent; null where an amount was entered.
  add column discount_milli_percent integer constraint discount_percent_within_whole check (discount_milli_percent between 0 and 100000),
  add column discount_reason text,
  -- The buyer's resale certificate, copied when the order was placed.
  add column certificate_state text,
  add column certificate_number text,
  add constraint discount_within_sub_total check (discount_cents between 0 and sub_total_cents),
  add constraint discount_has_a_reason check (
    (discount_cents = 0 and discount_milli_percent is null) or btrim(coalesce(discount_reason, '')) <> ''),
  add constraint certificate_has_state_and_number check ((certificate_state is null) = (certificate_number is null)),
  add constraint order_with_certificate_is_not_taxed check (certificate_state is null or tax_cents = 0),
  drop constraint order_total_adds_up,
  add constraint order_total_adds_up check (
    total_cents = sub_total_cents - discount_cents + shipping_price_cents + insurance_cents + tax_cents);

alter table order_lines
  add column discount_cents bigint not null default 0,
  add column tax_exempt boolean not null default false,
  add column tax_cents bigint not null default 0,
  add constraint line_discount_within_total check (discount_cents between 0 and total_price_cents),
  add constraint line_tax_not_negative check (tax_cents >= 0),
  add constraint exempt_line_is_not_taxed check (not tax_exempt or tax_cents = 0);
-- PV of the whole line: as much of it as is paid of its price, rounded half-up (docs/plan §1).
alter table order_lines add column pv bigint not null generated always as (coalesce(
  div(2 * unit_pv::numeric * quantity * (total_price_cents - discount_cents) + total_price_cents,
    2 * nullif(total_price_cents, 0)::numeric),
  unit_pv::numeric * quantity)::bigint) stored;

-- What shipping and insurance bear of a tax; the lines bear the rest.
alter table order_taxes
  add column shipping_tax_cents bigint not null default 0
    constraint shipping_tax_within_tax check (shipping_tax_cents between 0 and tax_cents);

-- Existing taxes are allocated as new ones are: whole cents first, the rest to the largest remainders, lines before shipping.
create temporary table allocated_taxes as
  with parts as (
    select tax.order_id, tax.position as tax, line.position as line, tax.tax_cents, line.total_price_cents as weight
      from order_taxes tax join order_lines line on line.order_id = tax.order_id
     where tax.on_goods and tax.tax_cents > 0
    union all
    select tax.order_id, tax.position, null, tax.tax_cents, orders.shipping_price_cents + orders.insurance_cents
      from order_taxes tax join orders on orders.id = tax.order_id
     where tax.on_shipping and tax.tax_cents > 0),
  weighed as (
    select *, sum(weight) over (partition by order_id, tax) as whole from parts),
  divided as (
    select *, div(tax_cents::numeric * weight, whole) as share, mod(tax_cents::numeric * weight, whole) as remainder
      from weighed where whole > 0),
  ranked as (
    select *, tax_cents - sum(share) over (partition by order_id, tax) as left_over,
        row_number() over (partition by order_id, tax order by remainder desc, line nulls last) as place
      from divided)
  select order_id, tax, line, (share + case when place <= left_over then 1 else 0 end)::bigint as cents from ranked;

update order_lines line set tax_cents = allocated.cents
  from (select order_id, line, sum(cents)::bigint as cents from allocated_taxes where line is not null group by order_id, line) allocated
 where allocated.order_id = line.order_id and allocated.line = line.position and allocated.cents > 0;

alter table order_taxes disable trigger order_taxes_are_append_only;
update order_taxes tax set shipping_tax_cents = allocated.cents
  from allocated_taxes allocated
 where allocated.line is null and allocated.order_id = tax.order_id and allocated.tax = tax.position and allocated.cents > 0;
alter table order_taxes enable trigger order_taxes_are_append_only;
drop table allocated_taxes;

-- Of a buyer who resells: their orders that are taxed in its state are not, as long as it is approved and has not expired.
create table resale_certificates (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  state text not null references states (code),
  number text not null constraint certificate_number_is_written check (number ~ '\S' and length(number) <= 40),
  -- The last day that it counts, by the shop's calendar.
  expires_on date not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  approved_at timestamptz,
  approved_by text,
  refused_at timestamptz,
  refused_by text,
  refusal_reason text,
  ended_at timestamptz,
  ended_by text,
  constraint certificate_approval_says_who check ((approved_at is null) = (approved_by is null)),
  constraint certificate_refusal_says_who_and_why check (
    (refused_at is null) = (refused_by is null) and (refused_at is null) = (refusal_reason is null)),
  constraint certificate_end_says_who check ((ended_at is null) = (ended_by is null)),
  constraint certificate_is_approved_or_refused check (approved_at is null or refused_at is null),
  constraint only_approved_certificate_ends check (ended_at is null or approved_at is not null)
);
create unique index one_approved_certificate_per_user_and_state on resale_certificates (user_id, state)
  where approved_at is not null and ended_at is null;
create unique index one_submitted_certificate_per_user_and_state on resale_certificates (user_id, state)
  where approved_at is null and refused_at is null;
