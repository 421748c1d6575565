-- Rates have up to three decimals (8.875 %): they are kept in thousandths of a percent, from a day of the shop's on.
alter table tax_rates
  add column milli_percent integer,
  add column on_goods boolean not null default true,
  add column on_shipping boolean not null default false,
  add column from_date date not null default '1970-01-01';
update tax_rates set milli_percent = rate_bp * 10;
alter table tax_rates
  drop constraint tax_rates_pkey,
  drop column rate_bp;
alter table tax_rates
  alter column milli_percent set not null,
  alter column on_goods drop default,
  alter column on_shipping drop default,
  alter column from_date drop default,
  add constraint one_tax_rate_per_state_and_day primary key (state, from_date),
  add constraint tax_rate_within_whole check (milli_percent between 0 and 100000),
  add constraint tax_rate_is_on_something check (on_goods or on_shipping);

-- What an order was taxed with: later changes of the rates never touch it.
create table order_taxes (
  order_id integer not null references orders (id),
  position integer not null,
  state text not null,
  -- Unknown of orders that were placed before their rates were kept.
  milli_percent integer constraint order_tax_rate_within_whole check (milli_percent between 0 and 100000),
  on_goods boolean not null,
  on_shipping boolean not null,
  base_cents bigint not null constraint tax_base_not_negative check (base_cents >= 0),
  tax_cents bigint not null constraint order_tax_not_negative check (tax_cents >= 0),
  constraint order_tax_position_once primary key (order_id, position)
);
insert into order_taxes (order_id, position, state, on_goods, on_shipping, base_cents, tax_cents)
select id, 0, state, true, false, sub_total_cents, tax_cents
  from orders join order_addresses on order_id = id where tax_cents > 0;

create function refuse_change_of_order_taxes() returns trigger language plpgsql as $$
begin
  raise exception 'what an order was taxed with never changes' using errcode = 'restrict_violation';
end $$;
create trigger order_taxes_are_append_only before update or delete on order_taxes
  for each row execute function refuse_change_of_order_taxes();
