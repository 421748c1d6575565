-- What the bank says has come in (docs/back-office §3, Notices). A notice stays as the bank wrote it; what was booked of it
-- follows from the payments that name it, also when one of them is corrected elsewhere.
create table notices (
  id integer generated always as identity primary key,
  -- The bank's id, or what the notice says with its place among those that say the same.
  key text not null constraint notice_known_once unique,
  origin text not null constraint notice_origin_known check (origin in ('paste', 'csv', 'ofx')),
  amount_cents bigint not null constraint notice_amount_above_zero check (amount_cents > 0),
  value_date date,
  payer text not null,
  memo text not null,
  bank_id text,
  source text not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  booked_cents bigint not null default 0,
  set_aside_reason text constraint notice_set_aside_for_a_reason check (set_aside_reason <> ''),
  set_aside_by text,
  set_aside_at timestamptz,
  state text not null generated always as (
    case when set_aside_reason is not null then 'set_aside' when booked_cents = amount_cents then 'booked' else 'open' end
  ) stored,
  constraint notice_pays_at_most_its_amount check (booked_cents between 0 and amount_cents),
  constraint notice_set_aside_pays_nothing check (set_aside_reason is null or booked_cents = 0),
  constraint notice_set_aside_by_somebody
    check ((set_aside_reason is null) = (set_aside_by is null) and (set_aside_reason is null) = (set_aside_at is null))
);
create index notices_by_state on notices (state, id);

create function refuse_change_of_notice() returns trigger language plpgsql as $$
begin
  raise exception 'a notice stays as the bank wrote it' using errcode = 'restrict_violation';
end $$;
create trigger notices_are_never_deleted before delete on notices
  for each row execute function refuse_change_of_notice();
create trigger notices_stay_as_written before update on notices for each row
  when ((old.key, old.origin, old.amount_cents, old.value_date, old.payer, old.memo, old.bank_id, old.source,
      old.imported_by, old.imported_at) is distinct from
    (new.key, new.origin, new.amount_cents, new.value_date, new.payer, new.memo, new.bank_id, new.source,
      new.imported_by, new.imported_at))
  execute function refuse_change_of_notice();

alter table payments add constraint payment_names_a_notice foreign key (notice_id) references notices,
  add constraint only_receipts_name_a_notice check (notice_id is null or kind = 'received');
create index payments_of_notice on payments (notice_id) where notice_id is not null;

-- The order's row is locked before the notice's, by whoever adds an entry.
create function book_notice() returns trigger language plpgsql as $$
begin
  update notices set booked_cents = booked_cents + new.amount_cents
   where id = (select origin.notice_id from payments origin
     where origin.id = coalesce(new.corrects_id, new.id) and origin.kind = 'received');
  return null;
end $$;
create trigger a_payment_books_its_notice after insert on payments
  for each row when (new.notice_id is not null or new.corrects_id is not null) execute function book_notice();
