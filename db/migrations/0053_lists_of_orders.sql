-- Open notices of the bank are matched with all orders that something is to be paid of, at each look.
create index orders_with_balance on orders (id) where status = 'processing' and payment_state in ('unpaid', 'partly_paid');

-- The list is gone through in its order until a page is full, and counted up to a thousand. With all that it is narrowed
-- down by beside its key, tens of thousands of orders are passed in a few milliseconds: no row of them is fetched.
drop index orders_newest_first;
create index orders_newest_first on orders (created_at desc, id desc)
  include (status, payment_state, fulfillment_state, type, payment_type, total_cents, due_on, paid_at);
drop index orders_by_total;
create index orders_by_total on orders (total_cents, id)
  include (status, payment_state, fulfillment_state, type, payment_type, created_at, due_on, paid_at);
drop index orders_by_due_date;
create index orders_by_due_date on orders ((coalesce(due_on, 'infinity'::date)), id)
  include (status, payment_state, fulfillment_state, type, payment_type, total_cents, created_at, due_on, paid_at);
drop index orders_by_name;
create index orders_by_name on orders ((lower(last_name || ' ' || first_name)), id)
  include (last_name, first_name, status, payment_state, fulfillment_state, type, payment_type, total_cents, created_at,
    due_on, paid_at);
drop index orders_not_just_paid;
create index orders_not_just_paid on orders (payment_state, created_at, id)
  include (status, fulfillment_state, type, payment_type, total_cents, due_on, paid_at) where payment_state <> 'paid';
drop index orders_by_method;
create index orders_by_method on orders (payment_type, created_at, id)
  include (status, payment_state, fulfillment_state, type, total_cents, due_on, paid_at);
