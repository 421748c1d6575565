-- What a list of orders is narrowed down and sorted by, beside the number: of thousands that a word finds, or a count goes
-- through, no row is fetched.
create index orders_to_list on orders (id)
  include (created_at, total_cents, due_on, status, payment_state, fulfillment_state, type, payment_type);
