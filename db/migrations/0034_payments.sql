-- The payment ledger of an order (docs/back-office §3): what was received and given back, what was credited, and when a
-- check cleared. Rows are only ever added; a mistake is undone by a correction.
create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the payment ledger are only ever added' using errcode = 'restrict_violation';
end $$;

-- Numbers of credit notes have no gap: whoever takes one holds this row until the note is committed.
create table credit_note_numbers (
  only_row boolean primary key default true constraint one_counter_of_credit_notes check (only_row),
  last_number integer not null default 0
);
insert into credit_note_numbers default values;

-- What is no longer owed. An unnumbered cancellation is of an order that nothing was received for; a reinstatement
-- reverses it, with negative amounts.
create table credit_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  kind text not null
    constraint credit_note_kind_known check (kind in ('return', 'cancellation', 'adjustment', 'reinstatement')),
  number integer constraint credit_note_number_once unique,
  amount_cents bigint not null,
  goods_cents bigint not null,
  discount_cents bigint not null default 0,
  insurance_cents bigint not null default 0,
  shipping_cents bigint not null default 0,
  tax_cents bigint not null default 0,
  reverses_id integer references credit_notes (id) constraint cancellation_reversed_once unique,
  reason text not null default '',
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint credit_note_adds_up
    check (amount_cents = goods_cents - discount_cents + insurance_cents + shipping_cents + tax_cents),
  constraint only_reinstatement_reverses check ((kind = 'reinstatement') = (reverses_id is not null)),
  constraint only_reinstatement_is_negative check ((kind = 'reinstatement') = (amount_cents < 0)),
  constraint credit_note_of_goods_is_numbered
    check (case kind when 'reinstatement' then number is null when 'cancellation' then true else number is not null end)
);
create index credit_notes_of_order on credit_notes (order_id, id);

create table payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  kind text not null constraint payment_kind_known check (kind in ('received', 'refunded', 'correction')),
  method text not null
    constraint payment_method_known check (method in ('quickpay', 'check', 'cash', 'card', 'other')),
  -- Of a correction signed, as it changes what was received less what was refunded.
  amount_cents bigint not null
    constraint payment_amount_fits_its_kind check (amount_cents > 0 or (kind = 'correction' and amount_cents < 0)),
  reference text not null default '',
  -- The day of the money, in the shop's zone.
  value_date date not null,
  reason text not null default '',
  corrects_id integer references payments (id) constraint payment_corrected_once unique,
  -- The bank did not honor the check that is corrected.
  bounced boolean not null default false,
  credit_note_id integer references credit_notes (id),
  of_overpayment boolean not null default false,
  -- Recorded when the ledger began; who paid how much when is not known better.
  before_ledger boolean not null default false,
  -- Up to which balance the shop called an order paid when this was booked; that of the last entry decides.
  tolerance_cents bigint not null default 0 constraint payment_tolerance_not_negative check (tolerance_cents >= 0),
  notice_id integer,
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint correction_names_what_and_why
    check ((kind = 'correction') = (corrects_id is not null) and (kind <> 'correction' or reason <> '')),
  constraint only_a_check_bounces check (not bounced or (kind = 'correction' and method = 'check' and amount_cents < 0)),
  constraint refund_says_of_what check (case kind when 'refunded' then (credit_note_id is not null) <> of_overpayment
    else credit_note_id is null and not of_overpayment end)
);
create index payments_of_order on payments (order_id, id);

-- The bank has paid a check out.
create table payment_clearances (
  payment_id integer primary key references payments (id),
  cleared_on date not null,
  made_by text not null,
  created_at timestamptz not null default now()
);

-- Who paid what is as `Money` in src/domain/order/balance.ts has it.
create function payment_state_of(total bigint, credited bigint, received bigint, refunded bigint, tolerance bigint)
returns text language sql immutable as $$
  select case
    when total - credited - received + refunded < 0 then 'overpaid'
    when total - credited - received + refunded > tolerance
      then case when received - refunded > 0 then 'partly_paid' else 'unpaid' end
    when received - refunded > 0
      then case when refunded > 0 and credited > 0 then 'partly_refunded' else 'paid' end
    when refunded > 0 then 'refunded'
    when total = 0 then 'paid'
    else 'unpaid' end
$$;

create function paid_at_of(total bigint, credited bigint, received bigint, refunded bigint, tolerance bigint,
  known timestamptz, at timestamptz) returns timestamptz language sql immutable as $$
  select case
    when total = 0 then coalesce(known, at)
    when total - credited - received + refunded > tolerance then null
    when total - credited > 0 then case when received - refunded > 0 then coalesce(known, at) end
    -- Nothing is owed any more: whether it was paid before stays as it was, unless the money never came.
    when received - refunded <= 0 and refunded = 0 then null
    else known end
$$;

create function order_money(asked integer, out credited bigint, out received bigint, out refunded bigint,
  out tolerance bigint) language sql stable as $$
  select (select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = asked),
    coalesce(sum(amount_cents) filter (where kind = 'received' or (kind = 'correction' and amount_cents < 0)), 0)::bigint,
    coalesce(sum(case kind when 'refunded' then amount_cents else -amount_cents end)
      filter (where kind = 'refunded' or (kind = 'correction' and amount_cents > 0)), 0)::bigint,
    coalesce((select tolerance_cents from payments where order_id = asked order by id desc limit 1), 0)
    from payments where order_id = asked
$$;

-- Existing orders: what was paid is one entry, cleared; what was canceled is credited, without a number. Whether the
-- money of a canceled one was given back nobody recorded: it shows as overpaid until staff decide.
insert into payments (order_id, kind, method, amount_cents, value_date, reason, before_ledger, made_by, created_at)
select id, 'received', payment_type, total_cents, (paid_at at time zone 'America/New_York')::date, 'Before the ledger',
  true, 'before the ledger', paid_at
  from orders where paid_at is not null and total_cents > 0 order by paid_at, id;
insert into payment_clearances (payment_id, cleared_on, made_by, created_at)
select id, value_date, made_by, created_at from payments where method = 'check';
insert into credit_notes (order_id, kind, amount_cents, goods_cents, insurance_cents, shipping_cents, tax_cents, reason,
  made_by, created_at)
select id, 'cancellation', total_cents, sub_total_cents, insurance_cents, shipping_price_cents, tax_cents,
  'Before the ledger', 'before the ledger', canceled_at
  from orders where canceled_at is not null and total_cents > 0 order by canceled_at, id;

alter table orders
  add column payment_state text not null default 'unpaid' constraint payment_state_known
    check (payment_state in ('unpaid', 'partly_paid', 'paid', 'overpaid', 'partly_refunded', 'refunded')),
  -- A check that bounces takes the payment away, and with it the completion.
  drop constraint completed_orders_are_paid;
update orders set
  payment_state = case when canceled_at is not null and total_cents > 0
    then case when paid_at is null then 'unpaid' else 'overpaid' end else 'paid' end,
  paid_at = case when total_cents = 0 then coalesce(paid_at, created_at) else paid_at end
 where paid_at is not null or total_cents = 0;
alter table orders add constraint completed_orders_are_paid check (status <> 'completed' or paid_at is not null);

create function keep_payment_state(asked integer, at timestamptz) returns void language plpgsql as $$
declare money record;
begin
  -- First the lock, then the sums: of two entries at once, the second one sees the first.
  perform from orders where id = asked for update;
  select * into money from order_money(asked);
  update orders set
    payment_state = payment_state_of(total_cents, money.credited, money.received, money.refunded, money.tolerance),
    paid_at = paid_at_of(total_cents, money.credited, money.received, money.refunded, money.tolerance, paid_at, at)
   where id = asked;
end $$;

create function check_payment() returns trigger language plpgsql as $$
declare money record; corrected payments; note credit_notes; owed bigint;
begin
  perform keep_payment_state(new.order_id, new.created_at);
  if new.kind = 'correction' then
    select * into corrected from payments where id = new.corrects_id;
    if (corrected.order_id, corrected.method) is distinct from (new.order_id, new.method)
       or corrected.kind = 'correction'
       or new.amount_cents <> (case corrected.kind when 'received' then -corrected.amount_cents else corrected.amount_cents end) then
      raise exception 'a correction undoes exactly one payment' using errcode = 'check_violation', constraint = 'correction_undoes_its_payment';
    end if;
  end if;
  if new.kind = 'refunded' then
    select * into money from order_money(new.order_id);
    select total_cents - money.credited - money.received + money.refunded into owed from orders where id = new.order_id;
    if owed > 0 then
      raise exception 'more is refunded than was overpaid' using errcode = 'check_violation', constraint = 'refund_within_overpayment';
    end if;
    if new.credit_note_id is not null then
      select * into note from credit_notes where id = new.credit_note_id;
      if note.order_id <> new.order_id or note.number is null or note.amount_cents <
        (select sum(refund.amount_cents) from payments refund where refund.credit_note_id = note.id
           and not exists (select from payments undo where undo.corrects_id = refund.id)) then
        raise exception 'more is refunded than was credited' using errcode = 'check_violation', constraint = 'refund_within_credit_note';
      end if;
    end if;
  end if;
  return null;
end $$;
create trigger payments_keep_the_order after insert on payments for each row execute function check_payment();
create trigger payments_are_append_only before update or delete on payments
  for each row execute function refuse_change_of_ledger();

create function check_credit_note() returns trigger language plpgsql as $$
declare reversed credit_notes; credited bigint;
begin
  perform keep_payment_state(new.order_id, new.created_at);
  if new.kind = 'reinstatement' then
    select * into reversed from credit_notes where id = new.reverses_id;
    if reversed.kind <> 'cancellation' or reversed.number is not null or (reversed.order_id, -reversed.amount_cents,
        -reversed.goods_cents, -reversed.discount_cents, -reversed.insurance_cents, -reversed.shipping_cents, -reversed.tax_cents)
      is distinct from (new.order_id, new.amount_cents, new.goods_cents, new.discount_cents, new.insurance_cents,
        new.shipping_cents, new.tax_cents) then
      raise exception 'only an unnumbered cancellation is reversed, and as a whole'
        using errcode = 'check_violation', constraint = 'reinstatement_reverses_its_cancellation';
    end if;
  end if;
  select sum(amount_cents) into credited from credit_notes where order_id = new.order_id;
  if not exists (select from orders where id = new.order_id and credited between 0 and total_cents) then
    raise exception 'more is credited than the order comes to'
      using errcode = 'check_violation', constraint = 'credit_notes_within_total';
  end if;
  return null;
end $$;
create trigger credit_notes_keep_the_order after insert on credit_notes for each row execute function check_credit_note();
create trigger credit_notes_are_append_only before update or delete on credit_notes
  for each row execute function refuse_change_of_ledger();

create function check_clearance() returns trigger language plpgsql as $$
begin
  if not exists (select from payments where id = new.payment_id and kind = 'received' and method = 'check'
      and value_date <= new.cleared_on) then
    raise exception 'only a check that was received clears, and not before'
      using errcode = 'check_violation', constraint = 'only_received_checks_clear';
  end if;
  return null;
end $$;
create trigger only_received_checks_clear after insert on payment_clearances
  for each row execute function check_clearance();
create trigger payment_clearances_are_append_only before update or delete on payment_clearances
  for each row execute function refuse_change_of_ledger();

-- An order that costs nothing is paid when it is placed.
create function pay_nothing() returns trigger language plpgsql as $$
begin
  new.payment_state := 'paid';
  new.paid_at := coalesce(new.paid_at, new.created_at);
  return new;
end $$;
create trigger free_orders_are_paid before insert on orders
  for each row when (new.total_cents = 0) execute function pay_nothing();

create function keep_payment_state_of_total() returns trigger language plpgsql as $$
declare money record;
begin
  select * into money from order_money(new.id);
  if money.credited > new.total_cents then
    raise exception 'more is credited than the order comes to'
      using errcode = 'check_violation', constraint = 'credit_notes_within_total';
  end if;
  new.payment_state := payment_state_of(new.total_cents, money.credited, money.received, money.refunded, money.tolerance);
  new.paid_at := paid_at_of(new.total_cents, money.credited, money.received, money.refunded, money.tolerance, new.paid_at, now());
  return new;
end $$;
create trigger totals_keep_the_payment_state before update of total_cents on orders
  for each row when (new.total_cents <> old.total_cents) execute function keep_payment_state_of_total();

-- What waits for money, and what waits for its money back.
create index orders_by_open_payment on orders (payment_state, id) where payment_state in ('partly_paid', 'overpaid');

-- A completed order whose check bounces is open again, and counts anew when it is completed once more (docs/plan §3).
alter table counted_orders
  add column occurrence integer not null default 1 constraint occurrence_from_1 check (occurrence >= 1),
  drop constraint order_counts_once,
  add constraint order_counts_once_a_completion unique (order_id, occurrence);
alter table order_changes
  drop constraint order_change_known,
  add constraint order_change_known
    check (change in ('placed', 'paid', 'unpaid', 'completed', 'canceled', 'reopened', 'reinstated'));
