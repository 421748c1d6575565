-- What a closed month pays to each member, and what became of it (docs/back-office §5).
create table payouts (
  month text not null,
  member_id integer not null,
  amount_cents bigint not null constraint payout_is_of_something check (amount_cents > 0),
  state text not null default 'due' constraint payout_state_known check (state in ('due', 'held', 'failed', 'paid')),
  paid_cents bigint not null default 0,
  entries integer not null default 0,
  constraint one_payout_a_month primary key (month, member_id),
  constraint paid_in_full_or_not check (paid_cents = case state when 'paid' then amount_cents else 0 end)
);
comment on table payouts is
  'One for each card with something to pay out, written by the close; state and paid_cents follow payout_entries by trigger.';
create index payouts_by_state on payouts (month, state, member_id);
create index payouts_of_member on payouts (member_id, month);

-- Only ever added to: what was sent and came back is a paid and a failed entry, which come to nothing.
create table payout_entries (
  id integer generated always as identity primary key,
  month text not null,
  member_id integer not null,
  kind text not null constraint payout_entry_kind_known check (kind in ('held', 'released', 'paid', 'failed')),
  amount_cents bigint not null,
  method text constraint payout_method_known check (method in ('quickpay', 'check', 'cash', 'other')),
  destination text not null default '' constraint payout_destination_is_short check (char_length(destination) <= 1000),
  reference text not null default '' constraint payout_reference_is_short check (char_length(reference) <= 200),
  reason text not null default '' constraint payout_reason_is_short check (char_length(reason) <= 500),
  sent_on date,
  made_by text not null,
  made_at timestamptz not null default now(),
  constraint payout_entry_is_of_a_payout foreign key (month, member_id) references payouts,
  constraint payout_entry_amount_follows_kind check (
    case kind when 'paid' then amount_cents > 0 when 'failed' then amount_cents <= 0 else amount_cents = 0 end),
  constraint what_was_sent_says_how_and_when check (
    case when amount_cents = 0 then sent_on is null else sent_on is not null end and (kind = 'paid') = (method is not null)),
  constraint hold_and_failure_say_why check (kind not in ('held', 'failed') or reason ~ '\S')
);
comment on column payout_entries.destination is 'Phone number or address that it was sent to: emptied when the person is erased.';
comment on column payout_entries.sent_on is 'Of what failed after it was sent: the day of the payment that it takes back, whose year it belongs to.';
create index payout_entries_of_payout on payout_entries (month, member_id, id);

-- Where a member wants to be paid: the latest row counts.
create table payout_methods (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null constraint chosen_method_known check (kind in ('quickpay', 'check')),
  destination text not null constraint chosen_destination_is_short check (char_length(destination) <= 1000),
  set_at timestamptz not null default now(),
  held_until timestamptz not null,
  constraint chosen_destination_says_something check (destination ~ '\S'),
  constraint chosen_method_waits check (held_until >= set_at)
);
comment on table payout_methods is 'Only ever added to, until the person is erased. The destination is a phone number, or the lines of an address.';
create index payout_methods_of_user on payout_methods (user_id, id desc);

create function refuse_change_of_payout_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasure(to_jsonb(old), to_jsonb(new), 'destination', 'reference', 'reason') then return new; end if;
  raise exception 'entries of payouts are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger payout_entries_are_append_only before update or delete on payout_entries
  for each row execute function refuse_change_of_payout_entries();
create trigger payout_entries_are_not_emptied before truncate on payout_entries
  execute function refuse_change_of_payout_entries();

create function refuse_change_of_payout_methods() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('salonfront.erasing', true), '') = 'on' then return old; end if;
  raise exception 'payout methods are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger payout_methods_are_append_only before update or delete on payout_methods
  for each row execute function refuse_change_of_payout_methods();
create trigger payout_methods_are_not_emptied before truncate on payout_methods
  execute function refuse_change_of_payout_methods();

-- How many payouts of a month are in each state, and what they come to: nobody counts a million for a page.
create table payout_totals (
  month text not null,
  state text not null,
  payouts integer not null,
  amount_cents bigint not null,
  primary key (month, state)
);
comment on table payout_totals is 'Kept by trigger from payouts; verify recomputes it.';

-- What was paid to a member in a calendar year of the shop.
create table payout_years (
  year integer not null,
  member_id integer not null,
  paid_cents bigint not null,
  primary key (year, member_id)
);
comment on table payout_years is 'Kept by trigger from payout_entries; verify recomputes it.';
create index payout_years_by_amount on payout_years (year, paid_cents desc, member_id);

create function add_to_payout_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payout_totals as kept (month, state, payouts, amount_cents)
    select month, state, count(*), sum(amount_cents) from added group by month, state order by month, state
    on conflict (month, state) do update
      set payouts = kept.payouts + excluded.payouts, amount_cents = kept.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    update payout_totals kept set payouts = kept.payouts - gone.payouts, amount_cents = kept.amount_cents - gone.amount_cents
      from (select month, state, count(*) as payouts, sum(amount_cents) as amount_cents from removed group by month, state) gone
     where (kept.month, kept.state) = (gone.month, gone.state);
  else
    insert into payout_totals as kept (month, state, payouts, amount_cents)
    select month, state, sum(payouts), sum(amount_cents) from (
      select month, state, 1 as payouts, amount_cents from added union all select month, state, -1, -amount_cents from removed) moved
     group by month, state order by month, state
    on conflict (month, state) do update
      set payouts = kept.payouts + excluded.payouts, amount_cents = kept.amount_cents + excluded.amount_cents;
  end if;
  return null;
end $$;
create trigger payouts_are_counted after insert on payouts
  referencing new table as added for each statement execute function add_to_payout_totals();
create trigger payouts_are_counted_out after delete on payouts
  referencing old table as removed for each statement execute function add_to_payout_totals();
create trigger payouts_are_counted_anew after update on payouts
  referencing old table as removed new table as added for each statement execute function add_to_payout_totals();

-- A payout is in the state of its latest entry. One that was sent twice, or half, breaks its constraint.
create function follow_payout_entries() returns trigger language plpgsql as $$
begin
  update payouts set
      state = case latest.kind when 'released' then 'due' else latest.kind end,
      paid_cents = payouts.paid_cents + latest.amount_cents,
      entries = payouts.entries + latest.entries
    from (select month, member_id, (array_agg(kind order by id desc))[1] as kind, sum(amount_cents) as amount_cents,
        count(*) as entries from added group by month, member_id) latest
   where (payouts.month, payouts.member_id) = (latest.month, latest.member_id);
  insert into payout_years as kept (year, member_id, paid_cents)
  select extract(year from sent_on)::int, member_id, sum(amount_cents) from added where amount_cents <> 0
   group by 1, 2 order by 1, 2
  on conflict (year, member_id) do update set paid_cents = kept.paid_cents + excluded.paid_cents;
  return null;
end $$;
create trigger payouts_follow_their_entries after insert on payout_entries
  referencing new table as added for each statement execute function follow_payout_entries();

-- Months that were closed before: those that were paid were paid in full.
insert into payouts (month, member_id, amount_cents)
select cards.month, member_id, payable_cents from cards join months using (month)
 where closed_at is not null and payable_cents > 0;
insert into payout_entries (month, member_id, kind, amount_cents, method, reference, sent_on, made_by, made_at)
select month, member_id, 'paid', amount_cents, 'other', 'before payouts were kept',
    (paid_at at time zone 'America/New_York')::date, 'upgrade', paid_at
  from payouts join months using (month) where paid_at is not null;

-- How far the payees of a month that was marked as paid are mailed.
create table payout_mailings (
  month text primary key references months,
  after_member integer not null default 0,
  ended_at timestamptz
);

-- Work on a month that takes minutes, so that its page can be left and the server can end meanwhile.
create table month_runs (
  id integer generated always as identity primary key,
  month text not null constraint run_month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  kind text not null constraint run_kind_known check (kind in ('preview', 'close')),
  state text not null default 'queued'
    constraint run_state_known check (state in ('queued', 'running', 'done', 'refused', 'failed')),
  stage text,
  done integer not null default 0,
  total integer not null default 0,
  asked_by text not null,
  asked_by_id integer references staff,
  reason text not null default '',
  asked_at timestamptz not null default now(),
  token text,
  seen_at timestamptz,
  ended_at timestamptz,
  refusal text,
  result jsonb,
  constraint run_ends_once check ((state in ('done', 'refused', 'failed')) = (ended_at is not null)),
  constraint refused_run_says_why check ((state in ('refused', 'failed')) = (refusal is not null))
);
create unique index one_run_a_month on month_runs (month) where ended_at is null;
create index month_runs_of_month on month_runs (month, kind, id desc);

-- That a member's W-9 is on file; the form and its number are not kept here.
create table tax_forms (
  user_id integer primary key references users,
  w9_on date not null,
  recorded_by text not null,
  recorded_at timestamptz not null default now()
);
comment on table tax_forms is 'The day the W-9 was received. Tax numbers are never stored.';
