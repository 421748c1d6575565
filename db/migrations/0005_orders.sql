create table orders (
  id integer generated always as identity (start with 100001) primary key,
  -- The filling of the cart this order was made from; outlives the cart itself.
  cart_id bigint,
  cart_round integer,
  status text not null default 'processing'
    constraint order_status_known check (status in ('processing', 'completed', 'canceled')),
  type text not null constraint order_type_known check (type in ('D', 'P')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  sub_total_cents bigint not null constraint sub_total_not_negative check (sub_total_cents >= 0),
  shipping_price_cents bigint not null constraint shipping_price_not_negative check (shipping_price_cents >= 0),
  insurance_cents bigint not null constraint insurance_not_negative check (insurance_cents >= 0),
  tax_cents bigint not null constraint tax_not_negative check (tax_cents >= 0),
  total_cents bigint not null,
  pv bigint not null,
  cv_cents bigint not null,
  shipping_method text,
  shipping_description text not null,
  payment_type text not null constraint payment_type_known check (payment_type in ('quickpay', 'check', 'card')),
  card_holder_name text,
  card_type text,
  card_last_four text constraint card_last_four_only check (card_last_four ~ '^[0-9]{4}$'),
  comments text not null default '',
  created_at timestamptz not null default now(),
  constraint one_order_per_filled_cart unique (cart_id, cart_round),
  constraint order_total_adds_up
    check (total_cents = sub_total_cents + shipping_price_cents + insurance_cents + tax_cents),
  constraint delivery_names_its_method check ((type = 'D') = (shipping_method is not null)),
  constraint pickup_ships_nothing check (type = 'D' or (shipping_price_cents = 0 and insurance_cents = 0))
);
create index orders_newest_first on orders (created_at desc, id desc);

create table order_lines (
  order_id integer not null references orders (id) on delete cascade,
  position integer not null,
  product_id integer references products (id) on delete set null,
  name text not null,
  image_file text,
  quantity integer not null constraint order_line_quantity_1_to_99 check (quantity between 1 and 99),
  price_cents integer not null,
  total_price_cents bigint not null,
  -- Copied when the order is placed; later edits of a product never touch an order (plan §3).
  unit_pv integer not null,
  commissionable_bp integer not null,
  cv_cents bigint not null,
  constraint order_line_position_once primary key (order_id, position),
  constraint order_line_total_is_price_times_quantity check (total_price_cents = price_cents::bigint * quantity)
);
create index order_lines_by_product on order_lines (product_id);

create table order_addresses (
  order_id integer primary key references orders (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  address_1 text not null,
  address_2 text not null default '',
  city text not null,
  state text not null,
  zip text not null
);

-- Every change of an order, with who made it and when.
create table order_changes (
  id bigint generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  change text not null constraint order_change_known check (change in ('placed', 'paid', 'completed', 'canceled')),
  changed_by text not null,
  changed_at timestamptz not null default now()
);
create index order_changes_by_order on order_changes (order_id);

-- The answer to a placement, kept under the key the visitor's page sent with it.
create table idempotency_keys (
  visitor_hash bytea not null,
  key text not null,
  body_hash bytea not null,
  order_id integer not null references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint one_result_per_key primary key (visitor_hash, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
