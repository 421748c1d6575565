-- Orders at the counter are paid in cash, too (docs/back-office §3, Staff orders).
alter table orders
  drop constraint payment_type_known,
  add constraint payment_type_known check (payment_type in ('quickpay', 'check', 'card', 'cash'));
