-- A user's cart is found by who is signed in, on every device; a guest's by the cookie.
alter table carts
  alter column token_hash drop not null,
  add column user_id integer references users (id) on delete cascade constraint one_cart_a_user unique,
  add constraint cart_has_one_owner check ((token_hash is null) <> (user_id is null));

-- Null: a guest's. It is read by its number only together with its owner.
alter table orders add column user_id integer references users (id);
create index orders_of_user on orders (user_id, id desc) where user_id is not null;
