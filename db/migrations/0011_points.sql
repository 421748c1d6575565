-- Whose volume an order is (plan §3): the buyer's, or with a referral the owner's of the code. It never moves.
alter table orders
  add column credited_user_id integer references users (id),
  add column paid_at timestamptz,
  add column completed_at timestamptz,
  add column canceled_at timestamptz,
  -- Completion requires recorded payment (plan §3).
  add constraint completed_orders_are_paid check (completed_at is null or paid_at is not null),
  add constraint completed_order_says_when check (status <> 'completed' or completed_at is not null),
  add constraint canceled_order_says_when check ((status = 'canceled') = (canceled_at is not null));
update orders set credited_user_id = user_id;

-- My PVs (plan §8): a row per counted order, reversal or correction.
create table point_entries (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  cause text not null constraint point_cause_known check (cause in ('order', 'cancellation')),
  order_id integer not null references orders (id),
  -- The calendar month in New York that it counts in, YYYY-MM.
  month text not null constraint point_month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  points bigint not null,
  description text not null,
  created_at timestamptz not null default now(),
  -- Two changes of an order at once must not credit it twice (security.md §3, row 11).
  constraint one_point_entry_per_cause unique (order_id, cause)
);
create index point_entries_of_user on point_entries (user_id, id desc) include (points);

create function refuse_change_of_points() returns trigger language plpgsql as $$
begin
  raise exception 'point entries are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger point_entries_are_append_only before update or delete on point_entries
  for each row execute function refuse_change_of_points();
