-- A row of a bank's file whose direction is not certain: neither sign nor words say that its money came in, or they
-- contradict each other. Nothing is booked of it before somebody has decided that it did.
alter table notices add column undecided boolean not null default false,
  add constraint undecided_notice_pays_nothing check (not undecided or booked_cents = 0);
