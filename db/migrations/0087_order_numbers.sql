-- Numbers of orders have no gap. The sequence behind them never gives a number back, so the last one that was taken is kept
-- here: a transaction that finds it without an order knows that it was rolled back, and takes it over.
create sequence order_numbers_taken as integer;

-- Takes the number of an order that nothing refuses any more. Others wait for theirs until the transaction ends, so this is
-- its last lock. A release that takes numbers from the sequence itself never gets the same one.
create function take_order_number() returns integer language plpgsql as $$
declare
  taken integer;
  known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('order numbers', 0));
  select last_value, is_called into taken, known from order_numbers_taken;
  if known and not exists (select from orders where id = taken) then return taken; end if;
  taken := nextval('orders_id_seq');
  perform setval('order_numbers_taken', taken);
  return taken;
end $$;
