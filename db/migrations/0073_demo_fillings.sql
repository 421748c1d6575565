-- Has a row from when an empty database is filled with the demo shop until that is done: one that was broken off is no
-- shop to be opened (docs/decisions/0079).
create table demo_fillings (
  begun_at timestamptz primary key default now()
);
