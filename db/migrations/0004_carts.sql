create table carts (
  id bigint generated always as identity primary key,
  -- SHA-256 of the cookie's token: reading this table opens nobody's cart.
  token_hash bytea not null constraint cart_token_once unique,
  -- Counts the orders placed from this cart; together with the id it names one filling of the cart.
  round integer not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now()
);
create index carts_by_last_use on carts (last_used_at);

create table cart_line_items (
  id bigint generated always as identity primary key,
  cart_id bigint not null references carts (id) on delete cascade,
  product_id integer not null references products (id) on delete cascade,
  quantity integer not null constraint line_quantity_1_to_99 check (quantity between 1 and 99),
  -- What the visitor was told when the product went in, and what they were told last.
  added_price_cents integer not null,
  shown_price_cents integer not null,
  constraint product_once_in_cart unique (cart_id, product_id)
);
