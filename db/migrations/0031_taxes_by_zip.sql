-- A rate holds for a whole state, or for the part of it whose ZIPs begin so; the longest beginning decides.
alter table tax_rates
  add column zip_prefix text not null default '',
  drop constraint one_tax_rate_per_state_and_day;
alter table tax_rates
  alter column zip_prefix drop default,
  add constraint tax_zip_prefix_has_digits check (zip_prefix ~ '^[0-9]{0,5}$'),
  add constraint one_tax_rate_per_place_and_day primary key (state, zip_prefix, from_date);

-- Orders from before were taxed by the rates of whole states.
alter table order_taxes
  add column zip_prefix text not null default '' constraint order_tax_zip_prefix_has_digits check (zip_prefix ~ '^[0-9]{0,5}$');
alter table order_taxes alter column zip_prefix drop default;
