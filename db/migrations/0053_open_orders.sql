-- Open notices of the bank are matched with all orders that something is to be paid of, at each look.
create index orders_with_balance on orders (id) where status = 'processing' and payment_state in ('unpaid', 'partly_paid');
