-- What the hourly job looks at (docs/decisions/0044): paid orders of which something is packed and that are not completed.
create index orders_to_complete on orders (id)
  where status = 'processing' and paid_at is not null and fulfillment_state <> 'unfulfilled';
-- Checks by their day, for those that have not cleared.
create index checks_by_day on payments (value_date, id) where kind = 'received' and method = 'check';
