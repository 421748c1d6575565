-- A close that was overtaken by changes holds its month: orders of it change again when it is done.
alter table months
  add column closing_held boolean not null default false,
  add constraint only_a_close_holds check (closing_token is not null or not closing_held);
