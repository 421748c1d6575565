-- What an order's words cost the order that is placed (docs/decisions/0072).

-- In plpgsql, because a connection plans these once and not at every call, as it does with functions in SQL.
create or replace function searched(given text) returns text language plpgsql immutable parallel safe as $$
begin
  -- Most texts have no accents to look for.
  if octet_length(given) = char_length(given) then return lower(given); end if;
  return lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'));
end $$;

create or replace function words_of_order(asked integer) returns text language plpgsql stable as $$
begin
  return (select searched(concat_ws(' ', '', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'),
    (select concat_ws(' ', first_name, last_name, company, city, zip, regexp_replace(phone_number, '\D', '', 'g'))
       from order_addresses where order_id = asked),
    (select string_agg(concat_ws(' ', name, ':p' || product_id || ':'), ' ' order by position)
       from order_lines where order_id = asked),
    (select string_agg(tracking_number, ' ' order by id)
       from shipments where order_id = asked and tracking_number <> ''), ''))
    from orders where id = asked);
end $$;

create or replace function keep_words_of_orders(asked integer[]) returns void language plpgsql as $$
begin
  insert into order_search (order_id, words)
  select id, words_of_order(id) from orders where id = any (asked) order by id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
end $$;

create or replace function order_money(asked integer, out credited bigint, out received bigint, out refunded bigint, out tolerance bigint)
language plpgsql stable as $$
begin
  select (select coalesce(sum(amount_cents), 0)::bigint from credit_notes where order_id = asked),
    coalesce(sum(amount_cents) filter (where kind = 'received' or (kind = 'correction' and amount_cents < 0)), 0)::bigint,
    coalesce(sum(case kind when 'refunded' then amount_cents else -amount_cents end)
      filter (where kind = 'refunded' or (kind = 'correction' and amount_cents > 0)), 0)::bigint,
    coalesce((select tolerance_cents from payments where order_id = asked order by id desc limit 1), 0)
    into credited, received, refunded, tolerance
    from payments where order_id = asked;
end $$;

-- Once for each new order, when its transaction ends: its lines and its address are there by then.
drop trigger words_of_new_orders on orders;
drop function keep_order_words();
create function keep_words_of_new_order() returns trigger language plpgsql as $$
begin
  -- By one number: a plan for a list is made anew for each list.
  insert into order_search (order_id, words)
  select id, words_of_order(id) from orders where id = new.id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
  return null;
end $$;
create constraint trigger words_of_new_orders after insert on orders
  deferrable initially deferred for each row execute function keep_words_of_new_order();

create or replace function keep_words_of_its_order() returns trigger language plpgsql as $$
declare
  -- Without an order that has no words yet: it gets them when its transaction ends.
  changed integer[] := array(select distinct order_id from added join order_search using (order_id));
begin
  if changed <> '{}' then perform keep_words_of_orders(changed); end if;
  return null;
end $$;

-- New words wait in a list of their own and are put into the index together, by the shop (index-order-words.ts) and not by
-- whoever's order fills the list: from 64 MB on, some 16,000 orders, one would.
alter index order_search_by_words set (fastupdate = on, gin_pending_list_limit = 65536);
