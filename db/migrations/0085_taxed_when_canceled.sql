-- An order that was canceled after money came stays in the tax report of its month (docs/decisions/0063). Its numbered
-- cancellation said so until now; one whose goods had all come back before has none, and left the month. What was received
-- when it was canceled is kept instead: no later payment or correction changes a month that was filed.
lock table orders in share row exclusive mode;
alter table orders add column taxed_when_canceled boolean not null default false;

create function keep_tax_of_canceled() returns trigger language plpgsql as $$
begin
  new.taxed_when_canceled := (select received > 0 from order_money(new.id));
  return new;
end $$;
create trigger canceled_orders_keep_their_tax before update of status on orders for each row
  when (new.status = 'canceled' and old.status <> 'canceled') execute function keep_tax_of_canceled();

create or replace function is_taxed_sale(order_number integer, order_status text) returns boolean language plpgsql stable as $$
begin
  if order_status <> 'canceled' then return true; end if;
  return (select taxed_when_canceled from orders where id = order_number);
end $$;

create or replace function report_changed_order() returns trigger language plpgsql as $$
declare
  was_sale boolean := tg_op <> 'INSERT' and old.status <> 'canceled';
  is_sale boolean := tg_op <> 'DELETE' and new.status <> 'canceled';
  was_taxed boolean;
  is_taxed boolean;
begin
  if was_sale then perform add_sale(old, -1); end if;
  if is_sale then perform add_sale(new, 1); end if;
  if tg_op = 'DELETE' then return null; end if;
  if month_of(old.created_at) <> month_of(new.created_at) then
    insert into monthly_sales (month, first_order_id, last_order_id) values (month_of(new.created_at), new.id, new.id);
  end if;
  if was_sale <> is_sale then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      select month_of(created_at), case when is_sale then 1 else -1 end,
          case when is_sale then -amount_cents else amount_cents end, case when is_sale then -tax_cents else tax_cents end
        from credit_notes where order_id = new.id and kind in ('return', 'adjustment');
  end if;
  was_taxed := was_sale or old.taxed_when_canceled;
  is_taxed := is_sale or new.taxed_when_canceled;
  if was_taxed and (not is_taxed or old.created_at <> new.created_at) then
    perform add_taxes_of_order(old.id, old.created_at, -1);
  end if;
  if is_taxed and (not was_taxed or old.created_at <> new.created_at) then
    perform add_taxes_of_order(new.id, new.created_at, 1);
  end if;
  if was_taxed <> is_taxed then
    perform add_credited_taxes(new.id, null, case when is_taxed then 1 else -1 end);
  end if;
  return null;
end $$;

create or replace function report_credit_note() returns trigger language plpgsql as $$
declare sale orders;
begin
  select * into sale from orders where id = new.order_id;
  if new.kind in ('return', 'adjustment') and sale.status <> 'canceled' then
    insert into monthly_sales (month, credit_notes, credited_cents, credited_tax_cents)
      values (month_of(new.created_at), 1, -new.amount_cents, -new.tax_cents);
  end if;
  if new.number is null then return null; end if;
  if sale.status <> 'canceled' or sale.taxed_when_canceled then
    perform add_credited_taxes(new.order_id, new.id, 1);
  elsif new.kind = 'cancellation' then
    -- The order was written as a canceled one.
    update orders set taxed_when_canceled = true where id = sale.id;
    perform add_taxes_of_order(sale.id, sale.created_at, 1);
    perform add_credited_taxes(sale.id, null, 1);
  end if;
  return null;
end $$;

update orders set taxed_when_canceled = true
 where status = 'canceled' and exists (
   select from credit_notes note where note.order_id = orders.id and note.kind = 'cancellation' and note.number is not null);

-- Repairs orders that left their months: nothing was left to credit when they were canceled.
do $$
declare sale record;
begin
  for sale in
    update orders set taxed_when_canceled = true
     where status = 'canceled' and not taxed_when_canceled
       and exists (select from credit_notes note where note.order_id = orders.id and note.number is not null)
       and not exists (
         select from credit_notes note where note.order_id = orders.id and note.kind = 'cancellation'
           and not exists (select from credit_notes reversal where reversal.reverses_id = note.id))
       and 0 < (
         select sum(amount_cents) from payments entry where entry.order_id = orders.id and entry.created_at <= orders.canceled_at
           and (entry.kind = 'received' or entry.kind = 'correction' and entry.amount_cents < 0))
    returning id, created_at
  loop
    perform add_taxes_of_order(sale.id, sale.created_at, 1);
    perform add_credited_taxes(sale.id, null, 1);
  end loop;
end $$;
