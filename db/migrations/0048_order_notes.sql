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
