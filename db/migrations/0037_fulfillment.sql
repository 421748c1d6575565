-- What was packed, sent and handed over of an order (docs/back-office §3, Fulfillment). A shipment is one parcel of a
-- delivery, or what is fetched at once of a pickup.
create table shipments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  kind text not null constraint shipment_kind_known check (kind in ('delivery', 'pickup')),
  -- Null where nobody said who carries it: orders from before shipments, and those handed over by completing them.
  carrier text constraint carrier_known check (carrier in ('ups', 'usps', 'fedex', 'dhl', 'other')),
  tracking_number text not null default '' constraint tracking_number_is_short check (length(tracking_number) <= 40),
  packed_at timestamptz not null default now(),
  packed_by text not null,
  ready_at timestamptz,
  ready_by text,
  shipped_at timestamptz,
  shipped_by text,
  delivered_at timestamptz,
  delivered_by text,
  picked_up_at timestamptz,
  -- Who recorded it; whoever came for the goods is picked_up_name.
  picked_up_by text,
  picked_up_name text,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  state text not null generated always as (
    case
      when voided_at is not null then 'voided'
      when picked_up_at is not null then 'picked_up'
      when delivered_at is not null then 'delivered'
      when shipped_at is not null then 'shipped'
      when ready_at is not null then 'ready_for_pickup'
      else 'packed'
    end) stored,
  constraint shipment_of_its_order unique (id, order_id),
  constraint shipment_says_who check (
    (ready_at is null) = (ready_by is null) and (shipped_at is null) = (shipped_by is null)
    and (delivered_at is null) = (delivered_by is null) and (picked_up_at is null) = (picked_up_by is null)
    and (voided_at is null) = (voided_by is null)),
  constraint pickups_are_not_shipped check (kind = 'delivery' or (shipped_at is null and delivered_at is null)),
  constraint deliveries_are_not_picked_up check (kind = 'pickup' or (ready_at is null and picked_up_at is null)),
  constraint only_shipped_parcels_are_delivered check (delivered_at is null or shipped_at is not null),
  constraint only_shipped_parcels_are_tracked
    check (shipped_at is not null or (carrier is null and tracking_number = '')),
  constraint tracking_number_has_a_carrier check (tracking_number = '' or carrier is not null),
  constraint pickup_says_by_whom check ((picked_up_at is null) = (picked_up_name is null)),
  constraint voided_shipments_say_why
    check ((voided_at is null) = (void_reason is null) and (void_reason is null or void_reason <> '')),
  constraint only_goods_still_here_are_voided
    check (voided_at is null or (shipped_at is null and picked_up_at is null))
);
create index shipments_of_order on shipments (order_id, id);
-- The same parcel recorded again is one parcel.
create unique index one_shipment_per_tracking_number on shipments (order_id, carrier, tracking_number)
  where tracking_number <> '';
create index shipments_by_tracking_number on shipments (tracking_number) where tracking_number <> '';

create table shipment_lines (
  shipment_id integer not null,
  order_id integer not null,
  -- Of the order's line. No reference: the lines of an order whose shipments are all voided can still be edited.
  position integer not null,
  quantity integer not null constraint shipment_quantity_positive check (quantity > 0),
  constraint one_shipment_line_per_order_line primary key (shipment_id, position),
  constraint shipment_line_of_its_order foreign key (shipment_id, order_id) references shipments (id, order_id)
);
create index shipment_lines_of_order on shipment_lines (order_id, position);

alter table orders add column fulfillment_state text not null default 'unfulfilled'
  constraint fulfillment_state_known check (fulfillment_state in ('unfulfilled', 'packed', 'ready_for_pickup', 'shipped',
    'delivered', 'picked_up', 'partly_packed', 'partly_ready_for_pickup', 'partly_shipped', 'partly_delivered',
    'partly_picked_up'));

-- Completed orders count as handed over on completion (docs/back-office §3); whether a parcel arrived nobody recorded.
insert into shipments (order_id, kind, packed_at, packed_by, shipped_at, shipped_by, picked_up_at, picked_up_by, picked_up_name)
select id, case type when 'D' then 'delivery' else 'pickup' end, completed_at, 'before shipments',
  case type when 'D' then completed_at end, case type when 'D' then 'before shipments' end,
  case type when 'P' then completed_at end, case type when 'P' then 'before shipments' end,
  case type when 'P' then first_name || ' ' || last_name end
  from orders where status = 'completed' order by completed_at, id;
insert into shipment_lines (shipment_id, order_id, position, quantity)
select shipment.id, shipment.order_id, line.position, line.quantity
  from shipments shipment join order_lines line on line.order_id = shipment.order_id;
update orders set fulfillment_state = case type when 'D' then 'shipped' else 'picked_up' end where status = 'completed';

-- What can leave the house of each line. Goods that came back before they were handed over are to be subtracted here.
create function shippable_lines_of(order_number integer) returns table (line_position integer, shippable integer)
language sql stable as $$
  select position, quantity from order_lines where order_id = order_number
$$;

-- The furthest step that any of an order's goods have reached, and whether all have; domain/fulfillment/state.ts has the
-- same rule, and `verify` holds the two together.
create function fulfillment_state_of(order_number integer) returns text language sql stable as $$
  with steps (step, rank) as (
    values ('packed', 1), ('ready_for_pickup', 2), ('shipped', 3), ('delivered', 4), ('picked_up', 5)),
  reached as (
    select steps.step, steps.rank, sum(line.quantity) as quantity
      from shipments shipment
      join steps on steps.step = shipment.state
      join shipment_lines line on line.shipment_id = shipment.id
     where shipment.order_id = order_number
     group by steps.step, steps.rank),
  furthest as (select step, quantity from reached order by rank desc limit 1)
  select coalesce((
    select case when quantity < (select coalesce(sum(shippable), 0) from shippable_lines_of(order_number))
        then 'partly_' else '' end || step
      from furthest), 'unfulfilled')
$$;

-- To be called by whatever changes what an order's state follows from, with the order's row locked.
create function refresh_fulfillment_state(order_number integer) returns void language sql as $$
  update orders set fulfillment_state = fulfillment_state_of(order_number)
   where id = order_number and fulfillment_state is distinct from fulfillment_state_of(order_number)
$$;

-- Orders are locked before anything is counted: of two clerks who pack the same line at once the second sees the first.
create function keep_packed_within_ordered() returns trigger language plpgsql as $$
declare
  ordered record;
  excess record;
begin
  for ordered in
    select id, status from orders where id in (select order_id from added) order by id for update
  loop
    if ordered.status = 'canceled' then
      raise exception 'order % is canceled: nothing of it is packed', ordered.id
        using errcode = 'check_violation', constraint = 'canceled_orders_are_not_packed';
    end if;
    select packed.position into excess
      from (
        select line.position, sum(line.quantity) as quantity
          from shipment_lines line join shipments shipment on shipment.id = line.shipment_id
         where line.order_id = ordered.id and shipment.voided_at is null
         group by line.position) packed
      left join shippable_lines_of(ordered.id) on line_position = packed.position
     where packed.quantity > coalesce(shippable, 0)
     limit 1;
    if found then
      raise exception 'more is packed of order %, line %, than was ordered', ordered.id, excess.position
        using errcode = 'check_violation', constraint = 'packed_within_ordered';
    end if;
    perform refresh_fulfillment_state(ordered.id);
  end loop;
  return null;
end $$;
create trigger packed_within_ordered after insert on shipment_lines referencing new table as added
  for each statement execute function keep_packed_within_ordered();

create function refuse_change_of_shipment_lines() returns trigger language plpgsql as $$
begin
  raise exception 'shipment lines are only ever added; a shipment is voided and packed anew'
    using errcode = 'restrict_violation';
end $$;
create trigger shipment_lines_are_append_only before update or delete on shipment_lines
  for each row execute function refuse_change_of_shipment_lines();
create trigger shipments_are_never_deleted before delete on shipments
  for each row execute function refuse_change_of_shipment_lines();

create function check_new_shipment() returns trigger language plpgsql as $$
begin
  if new.kind <> (select case type when 'D' then 'delivery' else 'pickup' end from orders where id = new.order_id for update) then
    raise exception 'order % is no %', new.order_id, new.kind
      using errcode = 'check_violation', constraint = 'shipment_is_of_the_order_kind';
  end if;
  return new;
end $$;
create trigger shipment_is_of_the_order_kind before insert on shipments
  for each row execute function check_new_shipment();

create function check_shipment_step() returns trigger language plpgsql as $$
begin
  if (new.id, new.order_id, new.kind, new.packed_at, new.packed_by)
       is distinct from (old.id, old.order_id, old.kind, old.packed_at, old.packed_by)
    or (old.ready_at is not null and (new.ready_at, new.ready_by) is distinct from (old.ready_at, old.ready_by))
    or (old.shipped_at is not null and (new.shipped_at, new.shipped_by, new.carrier, new.tracking_number)
       is distinct from (old.shipped_at, old.shipped_by, old.carrier, old.tracking_number))
    or old.delivered_at is not null or old.picked_up_at is not null or old.voided_at is not null
  then
    raise exception 'a step of shipment % was recorded already', old.id
      using errcode = 'check_violation', constraint = 'shipment_steps_are_never_taken_back';
  end if;
  return new;
end $$;
create trigger shipment_steps_are_never_taken_back before update on shipments
  for each row execute function check_shipment_step();

create function keep_fulfillment_state() returns trigger language plpgsql as $$
begin
  perform from orders where id = new.order_id for update;
  perform refresh_fulfillment_state(new.order_id);
  return null;
end $$;
create trigger shipment_step_changes_the_state after update on shipments
  for each row execute function keep_fulfillment_state();

-- An order's lines can be edited below what is packed of them by nobody.
create function check_edited_line() returns trigger language plpgsql as $$
declare
  packed bigint;
begin
  select coalesce(sum(line.quantity), 0) into packed
    from shipment_lines line join shipments shipment on shipment.id = line.shipment_id
   where line.order_id = old.order_id and line.position = old.position and shipment.voided_at is null;
  if packed > (case tg_op when 'DELETE' then 0 else new.quantity end) then
    raise exception 'of order %, line %, % are packed already', old.order_id, old.position, packed
      using errcode = 'check_violation', constraint = 'packed_lines_stay_ordered';
  end if;
  return null;
end $$;
create trigger packed_lines_stay_ordered after update of quantity or delete on order_lines
  for each row execute function check_edited_line();
