-- Of a return: how much of what its goods are worth adjustments had credited before. It was a part of what was withheld,
-- and nothing told it from what staff withheld, so that the next return could not know what was left of an adjustment.
alter table goods_returns add column credited_before_cents bigint not null default 0;
alter table goods_returns disable trigger returns_are_only_added;
update goods_returns
   set credited_before_cents = (replace(substring(withheld_reason from '^\$([0-9,]+\.[0-9]{2}) was credited before'), ',', '')::numeric * 100)::bigint
 where withheld_reason ~ '^\$[0-9,]+\.[0-9]{2} was credited before';
alter table goods_returns enable trigger returns_are_only_added;
alter table goods_returns add constraint credited_before_is_withheld check (credited_before_cents between 0 and withheld_cents);

-- Orders of which money is owed though they never fall due: by these two the few are found among all.
create index orders_out_unpaid on orders (id)
  where status = 'processing' and paid_at is null and due_on is null
    and fulfillment_state not in ('unfulfilled', 'packed', 'partly_packed', 'ready_for_pickup', 'partly_ready_for_pickup');
create index payments_taken_back on payments (order_id) where kind = 'correction' and amount_cents < 0;
