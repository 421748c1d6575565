/** Adds cash payments for the orders of a statement's CTE named `placed`. */
export const INSERT_PAYMENTS = `
  insert into payments (order_id, kind, method, amount_cents, value_date, made_by)
  select id, 'received', 'cash', total_cents, current_date, 'bench' from placed`
