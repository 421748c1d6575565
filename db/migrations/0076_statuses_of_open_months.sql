-- A status that changes in the last moment of a month may get its turn only after the month was closed: it counts from the
-- next one then. The month's row is shared against a close, as by orders: what changes before it is in what it freezes.
create or replace function keep_status() returns trigger language plpgsql as $$
declare counts_from text := month_of(now());
begin
  insert into months (month) values (counts_from) on conflict do nothing;
  perform from months where month = counts_from for share;
  while exists (select from months where month = counts_from and closed_at is not null) loop
    counts_from := to_char((counts_from || '-01')::date + interval '1 month', 'YYYY-MM');
  end loop;
  insert into member_statuses (member_id, from_month, status) values (new.id, counts_from, new.status)
  on conflict (member_id, from_month) do update set status = excluded.status;
  return null;
end $$;
