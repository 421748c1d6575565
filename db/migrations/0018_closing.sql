-- A close that was overtaken by changes holds its month: orders of it change again when it is done. And a closed month
-- keeps the smallest amount that was paid out, so that a statement can be checked to the last figure.
alter table months
  add column closing_held boolean not null default false,
  add column minimum_payout_cents bigint constraint minimum_payout_not_negative check (minimum_payout_cents >= 0),
  add constraint only_a_close_holds check (closing_token is not null or not closing_held),
  drop constraint closed_month_says_what_it_was;

-- Of months closed before, an amount that agrees with every card: the smallest payout, or just above what was carried.
alter table months disable trigger closed_months_stay;
update months set minimum_payout_cents = greatest(0, coalesce(
  (select min(payable_cents) from cards where cards.month = months.month and payable_cents > 0),
  (select max(carried_cents) + 1 from cards where cards.month = months.month), 0))
 where closed_at is not null and not closed_elsewhere;
alter table months enable trigger closed_months_stay;

alter table months add constraint closed_month_says_what_it_was check (closed_at is null or closed_elsewhere
  or num_nulls(closed_by, plan_version, inputs_hash, minimum_payout_cents, members, orders, lines, total_sales_cents,
    sales_bonus_cents, level_bonus_cents, kept_cents) = 0);
