-- An order is found by any word of it (docs/back-office §3, List): one text an order, with an index of its trigrams.
do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege then
    raise exception 'This user of the database may not create the extension pg_trgm, by which orders are searched. Please let an administrator run "create extension pg_trgm" in this database, and start again.';
  when undefined_file or feature_not_supported then
    raise exception 'This PostgreSQL does not have the extension pg_trgm, by which orders are searched. It comes with PostgreSQL, often in a package of its own called postgresql-contrib. Please install it, and start again.';
end $$;

create function searched(given text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'))
$$;
comment on function searched(text) is 'Small letters without accents: how words are written in order_search, and looked for there.';

create function words_of_order(asked integer) returns text language sql stable as $$
  select searched(concat_ws(' ', '', first_name, last_name, email, regexp_replace(phone_number, '\D', '', 'g'),
    (select concat_ws(' ', first_name, last_name, company, city, zip, regexp_replace(phone_number, '\D', '', 'g'))
       from order_addresses where order_id = asked),
    (select string_agg(concat_ws(' ', name, ':p' || product_id || ':'), ' ' order by position)
       from order_lines where order_id = asked),
    (select string_agg(tracking_number, ' ' order by id)
       from shipments where order_id = asked and tracking_number <> ''), ''))
    from orders where id = asked
$$;
comment on function words_of_order(integer) is
  'A product is named by :p and its number as well, so that an order is found by the SKU that the product has today.';

create table order_search (
  order_id integer primary key references orders on delete cascade,
  words text not null
);
comment on table order_search is 'Kept by triggers; verify compares it with words_of_order.';
-- How common a word is decides how it is looked for; few samples cannot tell.
alter table order_search alter column words set statistics 1000;

insert into order_search (order_id, words) select id, words_of_order(id) from orders;
-- Each order pays for its own words: with a list of those still to come, one in a thousand waits for all of them.
create index order_search_by_words on order_search using gin (words gin_trgm_ops) with (fastupdate = off);

create function keep_words_of_orders(asked integer[]) returns void language sql as $$
  insert into order_search (order_id, words)
  select id, words_of_order(id) from orders where id = any (asked) order by id
  on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words
$$;

create function keep_order_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of_orders((select array_agg(id) from added));
  return null;
end $$;
create function keep_words_of_its_order() returns trigger language plpgsql as $$
begin
  perform keep_words_of_orders((select array_agg(distinct order_id) from added));
  return null;
end $$;
create function keep_words_of_changed_order() returns trigger language plpgsql as $$
begin
  perform keep_words_of_orders(array[new.id]);
  return null;
end $$;
create function keep_changed_words() returns trigger language plpgsql as $$
begin
  perform keep_words_of_orders(array[coalesce(new.order_id, old.order_id)]);
  return null;
end $$;

create trigger words_of_new_orders after insert on orders
  referencing new table as added for each statement execute function keep_order_words();
create trigger words_of_new_lines after insert on order_lines
  referencing new table as added for each statement execute function keep_words_of_its_order();
create trigger words_of_new_addresses after insert on order_addresses
  referencing new table as added for each statement execute function keep_words_of_its_order();

create trigger words_of_changed_orders after update on orders for each row
  when ((old.first_name, old.last_name, old.email, old.phone_number)
    is distinct from (new.first_name, new.last_name, new.email, new.phone_number))
  execute function keep_words_of_changed_order();
create trigger words_of_changed_lines after update on order_lines for each row
  when ((old.name, old.product_id) is distinct from (new.name, new.product_id)) execute function keep_changed_words();
create trigger words_of_changed_addresses after update on order_addresses for each row
  when (old.* is distinct from new.*) execute function keep_changed_words();
create trigger words_of_removed_lines after delete on order_lines for each row execute function keep_changed_words();
create trigger words_of_removed_addresses after delete on order_addresses for each row execute function keep_changed_words();
create trigger words_of_new_shipments after insert on shipments for each row
  when (new.tracking_number <> '') execute function keep_changed_words();
create trigger words_of_tracking_numbers after update on shipments for each row
  when (old.tracking_number <> new.tracking_number) execute function keep_changed_words();

-- By which the list is sorted, each with the order's number, so that a page begins where the one before ended.
create index orders_by_total on orders (total_cents, id);
create index orders_by_due_date on orders ((coalesce(due_on, 'infinity'::date)), id);
create index orders_by_name on orders ((lower(last_name || ' ' || first_name)), id);

-- By which it is narrowed down. What most orders are is found on the way, newest first; the rest has an index.
create index orders_in_work on orders (created_at, id) where status = 'processing';
create index orders_not_just_paid on orders (payment_state, created_at, id) where payment_state <> 'paid';
create index orders_by_fulfillment on orders (fulfillment_state, created_at, id);
create index orders_by_method on orders (payment_type, created_at, id);
create index order_addresses_by_state on order_addresses (state, order_id);
create index shipments_still_here on shipments (order_id) where state in ('packed', 'ready_for_pickup');

-- States go together: what is canceled was seldom shipped. Without this, each is taken to be independent of the others.
create statistics orders_by_states (dependencies, mcv)
  on status, payment_state, fulfillment_state, type, payment_type from orders;
