-- What staff tell each other about an order; its customer never sees it.
create table order_notes (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  note text not null constraint order_note_is_short check (char_length(note) <= 2000),
  made_by text not null,
  made_at timestamptz not null default now(),
  erased_at timestamptz,
  constraint note_says_something_until_erased check ((erased_at is null) = (note ~ '\S'))
);
comment on table order_notes is
  'Only ever added to. The notes are personal text about the customer: erasing a person empties those of their orders, and says when.';
create index order_notes_of_order on order_notes (order_id, id);

create function refuse_change_of_order_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.note = ''
       and (new.id, new.order_id, new.made_by, new.made_at) = (old.id, old.order_id, old.made_by, old.made_at) then
      return new;
    end if;
  end if;
  raise exception 'notes of an order are only ever added, and emptied for a person who is erased'
    using errcode = 'restrict_violation';
end $$;
create trigger order_notes_are_append_only before update or delete on order_notes
  for each row execute function refuse_change_of_order_notes();
create trigger order_notes_are_not_emptied before truncate on order_notes
  execute function refuse_change_of_order_notes();

-- Filters, sort and columns of a list under a name, each person's own (docs/back-office §3, List).
create table staff_views (
  id integer generated always as identity primary key,
  staff_id integer not null references staff,
  area text not null constraint view_area_known check (area in ('orders')),
  name text not null constraint view_name_says_something check (name ~ '\S' and char_length(name) <= 60),
  query text not null constraint view_query_is_short check (char_length(query) <= 2000),
  shared boolean not null default false,
  version integer not null default 1 constraint view_version_from_1 check (version >= 1),
  created_at timestamptz not null default now()
);
comment on column staff_views.query is 'What stands behind the question mark of the list''s address.';
create unique index view_name_once_per_person on staff_views (staff_id, area, lower(name));
create index staff_views_shared on staff_views (area) where shared;
