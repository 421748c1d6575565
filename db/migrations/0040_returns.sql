-- Goods that came back of an order (docs/back-office §3, Returns). Rows are only ever added, like the credit note of each.
create table goods_returns (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id),
  credit_note_id integer not null references credit_notes (id) constraint return_is_credited_once unique,
  reason text not null constraint return_says_why check (reason ~ '\S'),
  -- How much less than proposed was credited, below zero for more, and why.
  withheld_cents bigint not null default 0,
  withheld_reason text,
  -- Whether its volume was taken back at once; what comes back before an order counts is never counted.
  was_counted boolean not null,
  made_by text not null,
  created_at timestamptz not null default now(),
  constraint return_of_its_order unique (id, order_id),
  constraint withheld_says_why check ((withheld_cents = 0) = (withheld_reason is null))
);
create index goods_returns_of_order on goods_returns (order_id, id);

create table goods_return_lines (
  goods_return_id integer not null,
  order_id integer not null,
  position integer not null,
  quantity integer not null constraint returned_quantity_positive check (quantity > 0),
  -- Of these pieces so many had never been handed over: they are still in the house.
  not_handed_over integer not null,
  restocked boolean not null,
  goods_cents bigint not null,
  discount_cents bigint not null,
  tax_cents bigint not null,
  cv_cents bigint not null,
  pv bigint not null,
  constraint one_return_line_per_order_line primary key (goods_return_id, position),
  constraint return_line_of_its_order foreign key (goods_return_id, order_id) references goods_returns (id, order_id),
  constraint return_line_of_an_order_line foreign key (order_id, position) references order_lines (order_id, position),
  constraint still_here_within_returned check (not_handed_over between 0 and quantity)
);
create index goods_return_lines_of_order on goods_return_lines (order_id, position);

create function refuse_change_of_return() returns trigger language plpgsql as $$
begin
  raise exception 'returns are only ever added' using errcode = 'restrict_violation';
end $$;
create trigger returns_are_only_added before update or delete on goods_returns
  for each row execute function refuse_change_of_return();
create trigger return_lines_are_only_added before update or delete on goods_return_lines
  for each row execute function refuse_change_of_return();

-- The order is locked first: of two clerks who take the same pieces back, the second sees the first.
create function keep_returned_within_ordered() returns trigger language plpgsql as $$
declare excess record;
begin
  perform from orders where id in (select order_id from added) order by id for update;
  select line.order_id, line.position into excess
    from order_lines line join (
      select order_id, position, sum(quantity) as quantity from goods_return_lines
       where order_id in (select order_id from added) group by order_id, position) back
      on back.order_id = line.order_id and back.position = line.position
   where back.quantity > line.quantity limit 1;
  if found then
    raise exception 'more came back of order %, line %, than was ordered', excess.order_id, excess.position
      using errcode = 'check_violation', constraint = 'returned_within_ordered';
  end if;
  return null;
end $$;
create trigger returned_within_ordered after insert on goods_return_lines referencing new table as added
  for each statement execute function keep_returned_within_ordered();

-- What came back before it was handed over cannot leave the house.
create or replace function shippable_lines_of(order_number integer) returns table (line_position integer, shippable integer)
language sql stable as $$
  select line.position, line.quantity - coalesce((
      select sum(not_handed_over) from goods_return_lines back
       where back.order_id = order_number and back.position = line.position), 0)::int
    from order_lines line where line.order_id = order_number
$$;
