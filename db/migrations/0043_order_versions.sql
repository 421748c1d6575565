-- Edits (docs/back-office §3): what an edit replaces of an order is kept whole, and only then replaced.
alter table orders add column version integer not null default 1 constraint order_version_from_1 check (version >= 1);

-- A version that an edit replaced. The present one is in orders, order_lines, order_taxes and order_addresses.
create table order_versions (
  order_id integer not null references orders (id),
  version integer not null,
  -- The order with its lines, taxes and address, each as its table had it; not how far it was paid or handed over.
  as_it_stood jsonb not null,
  total_cents bigint not null,
  replaced_at timestamptz not null default now(),
  replaced_by text not null,
  reason text not null constraint edit_says_why check (reason ~ '\S'),
  constraint order_version_once primary key (order_id, version)
);

create function check_order_version() returns trigger language plpgsql as $$
begin
  if not exists (select from orders where id = new.order_id and version = new.version and total_cents = new.total_cents) then
    raise exception 'only the present version of order % is replaced', new.order_id
      using errcode = 'check_violation', constraint = 'only_the_present_version_is_replaced';
  end if;
  return new;
end $$;
create trigger only_the_present_version_is_replaced before insert on order_versions
  for each row execute function check_order_version();

create function refuse_change_of_order_versions() returns trigger language plpgsql as $$
begin
  raise exception 'versions of an order are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger order_versions_are_append_only before update or delete on order_versions
  for each row execute function refuse_change_of_order_versions();

create function check_next_version() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1
     or not exists (select from order_versions where order_id = old.id and version = old.version) then
    raise exception 'version % of order % is not kept', old.version, old.id
      using errcode = 'check_violation', constraint = 'replaced_versions_are_kept';
  end if;
  return new;
end $$;
create trigger replaced_versions_are_kept before update of version on orders
  for each row when (new.version <> old.version) execute function check_next_version();

-- Taxes of a version that is kept give way to those of the next; the present ones never change.
alter table order_taxes add column version integer not null default 1;
create or replace function refuse_change_of_order_taxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.version < (select version from orders where id = old.order_id)
     and exists (select from order_versions where order_id = old.order_id and version = old.version) then
    return old;
  end if;
  raise exception 'what an order was taxed with never changes' using errcode = 'restrict_violation';
end $$;

alter table order_changes
  drop constraint order_change_known,
  add constraint order_change_known
    check (change in ('placed', 'paid', 'unpaid', 'completed', 'canceled', 'reopened', 'reinstated', 'edited'));
