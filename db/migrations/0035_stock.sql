-- Stock (docs/back-office §3): every movement is a row, and what is on hand is their sum. The tables of an existing
-- shop are filled first and get their constraints and triggers then: so it is done by sets.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id integer not null,
  -- What it adds to what is on hand; a count that found what was expected adds 0.
  quantity integer not null,
  kind text not null constraint stock_movement_known check (
    kind in ('opening', 'order', 'cancel', 'return', 'receipt', 'count', 'correction', 'damage', 'write_off')),
  order_id integer,
  line_position integer,
  -- How often stock was taken for the line until then: 1 with the order, 2 for what an edit added, and so on.
  allocation integer,
  -- Pieces of the line that it stands for: of a package as many as packages, whatever each contains.
  line_quantity integer constraint line_quantity_positive check (line_quantity > 0),
  -- The movement of kind order that this one takes back, in whole or in part.
  reverses bigint,
  reason text constraint stock_reason_says_something check (reason <> ''),
  made_by text not null,
  made_at timestamptz not null default now(),
  constraint movement_of_an_order_names_its_line check (
    num_nulls(order_id, line_position, allocation, line_quantity)
      = case when kind in ('order', 'cancel', 'return') then 0 else 4 end),
  constraint only_what_comes_back_reverses check ((kind in ('cancel', 'return')) = (reverses is not null)),
  constraint stock_moves_the_way_of_its_kind check (case kind
    when 'opening' then quantity >= 0
    when 'order' then quantity < 0
    when 'damage' then quantity < 0
    when 'write_off' then quantity <= 0
    when 'correction' then quantity <> 0
    when 'count' then true
    else quantity > 0 end),
  constraint change_by_hand_says_why check (kind not in ('receipt', 'count', 'correction', 'damage', 'write_off') or reason is not null)
);

-- What is counted today, and what orders took of it and did not bring back.
insert into stock_movements (product_id, quantity, kind, reason, made_by, made_at)
select product.id, product.stock + coalesce(ordered.quantity, 0), 'opening', 'before the ledger', 'upgrade',
    least(product.created_at, ordered.first_at)
  from products product
  left join (
    select line.product_id, sum(line.quantity) filter (where placed.status <> 'canceled') as quantity,
        min(placed.created_at) as first_at
      from order_lines line join orders placed on placed.id = line.order_id
     where line.product_id is not null
     group by line.product_id
  ) ordered on ordered.product_id = product.id
 where product.stock is not null
 order by product.id;

insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, made_by, made_at)
select line.product_id, -line.quantity, 'order', line.order_id, line.position, 1, line.quantity, 'upgrade', placed.created_at
  from order_lines line
  join orders placed on placed.id = line.order_id
  join products product on product.id = line.product_id and product.stock is not null
 order by line.order_id, line.position;

insert into stock_movements (product_id, quantity, kind, order_id, line_position, allocation, line_quantity, reverses, made_by, made_at)
select taken.product_id, -taken.quantity, 'cancel', taken.order_id, taken.line_position, 1, taken.line_quantity, taken.id,
    'upgrade', placed.canceled_at
  from stock_movements taken
  join orders placed on placed.id = taken.order_id and placed.status = 'canceled'
 where taken.kind = 'order'
 order by placed.canceled_at, taken.id;

-- Packages with contents had stock of their own, which nobody can say to be among that of their components.
insert into stock_movements (product_id, quantity, kind, reason, made_by)
select id, -stock, 'write_off', 'a package with contents has no stock of its own', 'upgrade'
  from products
 where stock is not null and exists (select from package_contents where package_id = products.id)
 order by id;
update products set stock = null
 where stock is not null and exists (select from package_contents where package_id = products.id);

alter table stock_movements
  add constraint stock_movements_product_id_fkey foreign key (product_id) references products (id),
  add constraint stock_movements_order_id_fkey foreign key (order_id) references orders (id),
  add constraint stock_movements_reverses_fkey foreign key (reverses) references stock_movements (id);
create index stock_movements_of_product on stock_movements (product_id, id) include (quantity);
create index stock_movements_reversed on stock_movements (reverses) where reverses is not null;
create unique index stock_is_taken_once_per_allocation on stock_movements (order_id, line_position, allocation, product_id)
  where kind = 'order';
create unique index stock_is_opened_once on stock_movements (product_id) where kind = 'opening';

create function refuse_change_of_stock_movements() returns trigger language plpgsql as $$
begin
  raise exception 'stock movements are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger stock_movements_are_append_only before update or delete on stock_movements
  for each row execute function refuse_change_of_stock_movements();

-- Stock comes back once (docs/back-office §3).
create function refuse_return_of_more_than_was_taken() returns trigger language plpgsql as $$
declare
  taken stock_movements;
begin
  -- Two that come back at once wait for each other here.
  select * into taken from stock_movements where id = new.reverses for no key update;
  if taken.kind <> 'order'
    or (taken.product_id, taken.order_id, taken.line_position, taken.allocation)
      is distinct from (new.product_id, new.order_id, new.line_position, new.allocation)
    or new.quantity::bigint * taken.line_quantity <> -taken.quantity::bigint * new.line_quantity then
    raise exception 'stock movement % is not the reverse of %', new.id, new.reverses using errcode = 'restrict_violation';
  end if;
  if (select sum(line_quantity) from stock_movements where reverses = new.reverses) > taken.line_quantity then
    raise exception 'more would come back than stock movement % took', new.reverses using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger stock_comes_back_once after insert on stock_movements for each row when (new.reverses is not null)
  execute function refuse_return_of_more_than_was_taken();

-- products.stock is the kept sum of a product's movements. Empty: not counted, until an opening or a count.
create function keep_stock() returns trigger language plpgsql as $$
begin
  update products
     set stock = case when stock is null then (select sum(quantity) from stock_movements where product_id = products.id)
       else stock + moved.quantity end
    from (
      -- A product that was made with a stock has its opening already.
      select product_id, coalesce(sum(quantity) filter (where kind <> 'opening'), 0) as quantity,
          bool_or(kind in ('opening', 'count')) as starts
        from added group by product_id) moved
   where products.id = moved.product_id
     and case when stock is null then moved.starts else moved.quantity <> 0 end;
  if exists (
    select from added join package_contents on package_id = added.product_id
     where kind in ('opening', 'order', 'receipt', 'count', 'correction', 'damage')) then
    raise exception 'a package with contents has no stock of its own' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger stock_is_kept after insert on stock_movements referencing new table as added
  for each statement execute function keep_stock();

create function refuse_stock_without_movement() returns trigger language plpgsql as $$
begin
  raise exception 'stock changes by movements alone' using errcode = 'restrict_violation';
end $$;
create trigger stock_changes_by_movements before update of stock on products for each row
  when (pg_trigger_depth() = 0 and new.stock is not null and new.stock is distinct from old.stock)
  execute function refuse_stock_without_movement();

create function open_stock() returns trigger language plpgsql as $$
begin
  insert into stock_movements (product_id, quantity, kind, made_by)
  select id, stock, 'opening', 'new product' from added where stock is not null order by id;
  return null;
end $$;
create trigger stock_of_new_products_is_opened after insert on products referencing new table as added
  for each statement execute function open_stock();

create function refuse_contents_that_cannot_be_counted() returns trigger language plpgsql as $$
begin
  -- A count of the package's own stock at the same time waits here, and sees the contents.
  perform from products where id = new.package_id for no key update;
  if (select stock from products where id = new.package_id) is not null then
    raise exception 'package % has stock of its own, and none with contents has', new.package_id using errcode = 'restrict_violation';
  end if;
  if exists (select from package_contents where package_id = new.product_id or product_id = new.package_id) then
    raise exception 'a package with contents is not part of another' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger contents_can_be_counted after insert or update of package_id, product_id on package_contents
  for each row execute function refuse_contents_that_cannot_be_counted();

-- A package is as scarce as its scarcest component. Each component is looked at alone: where what it allows stays the
-- same, "n left" up to five, it changes no page.
create function announce_packages_of_product() returns trigger language plpgsql as $$
declare
  package record;
begin
  for package in
    select package_id from package_contents where product_id = new.id
       and least(old.stock / quantity, 6) is distinct from least(new.stock / quantity, 6)
  loop
    perform pg_notify('page_tags', 'product:' || package.package_id);
    perform pg_notify('page_tags', 'catalogue');
    perform nextval('page_version');
  end loop;
  return null;
end $$;
create trigger packages_of_product_announced after update of stock on products for each row
  when (old.stock is distinct from new.stock) execute function announce_packages_of_product();
