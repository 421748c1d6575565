-- When an order is to be paid by (docs/back-office §3, Unpaid orders): so many banking days after its placing day.
alter table orders
  add column payment_days smallint constraint payment_days_within_range check (payment_days between 1 and 28),
  add column due_on date,
  add constraint due_date_says_its_days check ((due_on is null) = (payment_days is null)),
  add constraint only_orders_to_be_paid_fall_due check (due_on is null or payment_type in ('quickpay', 'check'));

-- A due date that is not the rule's: moved by staff, or given to an order from before there were due dates.
create table due_date_changes (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  from_on date,
  to_on date not null,
  reason text not null constraint moved_due_date_has_a_reason check (reason <> ''),
  made_by text not null,
  made_at timestamptz not null default now(),
  constraint due_date_moves check (to_on is distinct from from_on)
);
create index due_date_changes_of_order on due_date_changes (order_id, id);

-- Each reminder that was mailed: one of a kind for each due date.
create table payment_reminders (
  order_id integer not null references orders on delete cascade,
  kind text not null constraint reminder_kind_known check (kind in ('first', 'last')),
  due_on date not null,
  mailed_at timestamptz not null default now(),
  constraint one_reminder_of_a_kind primary key (order_id, kind, due_on)
);

-- 'I have paid': the customer says so, and the order waits until the payment is found or staff have settled it.
create table payment_claims (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  method text not null constraint claimed_method_known check (method in ('quickpay', 'check', 'cash', 'card', 'other')),
  note text not null constraint claim_note_is_short check (char_length(note) <= 500),
  claimed_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text constraint claim_outcome_known check (outcome in ('paid', 'canceled', 'settled')),
  ended_by text,
  reason text,
  constraint ended_claim_says_how check (num_nulls(ended_at, outcome, ended_by) in (0, 3)),
  constraint settled_claim_has_a_reason check ((outcome is not distinct from 'settled') = (reason is not null and reason <> ''))
);
create unique index one_open_claim_per_order on payment_claims (order_id) where ended_at is null;
create index payment_claims_of_order on payment_claims (order_id, id);

create function refuse_change_of_due_dates() returns trigger language plpgsql as $$
begin
  raise exception 'due dates that were moved and reminders that were mailed stay as they are' using errcode = 'restrict_violation';
end $$;
create trigger due_date_changes_stay before update on due_date_changes
  for each row execute function refuse_change_of_due_dates();
create trigger payment_reminders_stay before update on payment_reminders
  for each row execute function refuse_change_of_due_dates();

create function refuse_change_of_claims() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or (old.order_id, old.method, old.note, old.claimed_at) is distinct from
    (new.order_id, new.method, new.note, new.claimed_at) then
    raise exception 'what a customer said stays as it was said; a claim ends once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger claims_end_once before update on payment_claims
  for each row execute function refuse_change_of_claims();

-- Paid in full or canceled, an order has nothing left to claim.
create function end_claims() returns trigger language plpgsql as $$
begin
  update payment_claims set ended_at = now(), ended_by = 'system',
      outcome = case when new.paid_at is not null then 'paid' else 'canceled' end
   where order_id = new.id and ended_at is null;
  return null;
end $$;
create trigger claims_end_with_payment after update of paid_at, status on orders for each row
  when ((new.paid_at is not null and old.paid_at is null) or (new.status = 'canceled' and old.status <> 'canceled'))
  execute function end_claims();

-- Existing orders fall due seven banking days after today, the default of the setting payment_days (docs/decisions/0042): neither a
-- weekend nor a holiday of the Federal Reserve; domain/banking-day.ts has the same rule.
with days as (
  select day::date as day, extract(isodow from day) as weekday, extract(month from day) as month,
      extract(day from day) as nth
    from generate_series((now() at time zone 'America/New_York')::date + 1,
      (now() at time zone 'America/New_York')::date + 28, interval '1 day') as day),
due as (
  select day from days
   where weekday < 6
     and to_char(day, 'MM-DD') not in ('01-01', '06-19', '07-04', '11-11', '12-25')
     and not (weekday = 1 and to_char(day - 1, 'MM-DD') in ('01-01', '06-19', '07-04', '11-11', '12-25'))
     and not (weekday = 1 and (month in (1, 2) and nth between 15 and 21 or month = 5 and nth >= 25
       or month = 9 and nth <= 7 or month = 10 and nth between 8 and 14))
     and not (weekday = 4 and month = 11 and nth between 22 and 28)
   order by day offset 6 limit 1),
dated as (
  update orders set payment_days = 7, due_on = due.day from due
   where status = 'processing' and paid_at is null and payment_type in ('quickpay', 'check')
  returning orders.id, orders.due_on)
insert into due_date_changes (order_id, to_on, reason, made_by)
select id, due_on, 'placed before orders had due dates', 'upgrade' from dated order by id;

create index orders_to_be_paid on orders (due_on, id)
  where status = 'processing' and paid_at is null and due_on is not null;
