import { sql } from 'kysely'
import type { PaymentState } from '#domain/orders/balance.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'

/** Sums of an order's ledger, computed without the columns that store them. */
const sums = sql`
  select orders.id, orders.status, orders.total_cents, orders.payment_state, orders.paid_at,
    coalesce(credit.cents, 0) as credited, coalesce(money.received, 0) as received,
    coalesce(money.refunded, 0) as refunded, coalesce(money.tolerance, 0) as tolerance
  from orders
  left join (select order_id, sum(amount_cents) as cents from credit_notes group by 1) credit on credit.order_id = orders.id
  left join (
    select entry.order_id, (array_agg(entry.tolerance_cents order by entry.id desc))[1] as tolerance,
      sum(case when entry.kind = 'received' then entry.amount_cents when corrected.kind = 'received' then entry.amount_cents
        else 0 end) as received,
      sum(case when entry.kind = 'refunded' then entry.amount_cents when corrected.kind = 'refunded' then -entry.amount_cents
        else 0 end) as refunded
    from payments entry left join payments corrected on corrected.id = entry.corrects_id group by 1) money
    on money.order_id = orders.id`

export type OrderMoney = {
  id: number
  total_cents: number
  payment_state: PaymentState
  paid_at: Date | null
  /** Sums of bigints, which are returned as text. */
  credited: string
  received: string
  refunded: string
  tolerance: string
}

export const ledgerChecks: Check[] = [
  {
    findings: sql`
      select format('A payment, credit note or clearance names order or payment %s, which is not there.', named) as finding
      from (
        select order_id as named from payments where not exists (select from orders where id = order_id)
        union select order_id from credit_notes where not exists (select from orders where id = order_id)
        union select payment_id from payment_clearances where not exists (
          select from payments where id = payment_id and kind = 'received' and method = 'check')) nothing`,
  },
  {
    findings: sql`
      select format('Payment %s does not undo payment %s of its order.', entry.id, entry.corrects_id) as finding
      from payments entry left join payments corrected on corrected.id = entry.corrects_id
      where entry.kind = 'correction' and (corrected.order_id is distinct from entry.order_id
        or corrected.kind = 'correction' or entry.amount_cents is distinct from
          case corrected.kind when 'received' then -corrected.amount_cents else corrected.amount_cents end)
      union all
      select format('Payment %s is undone %s times.', corrects_id, count(*)) from payments
      where corrects_id is not null group by corrects_id having count(*) > 1`,
  },
  {
    findings: sql`
      select format('Order %s: %s cents are credited of a total of %s.', id, credited, total_cents) as finding
      from (${sums}) money where credited < 0 or credited > total_cents`,
  },
  {
    findings: sql`
      select format('Credit note %s of order %s: %s cents are refunded of %s.', note.id, note.order_id,
        sum(refund.amount_cents), note.amount_cents) as finding
      from credit_notes note join payments refund on refund.credit_note_id = note.id
      where not exists (select from payments undo where undo.corrects_id = refund.id)
      group by note.id having sum(refund.amount_cents) > note.amount_cents or note.number is null
        or bool_or(refund.order_id <> note.order_id)`,
  },
  {
    // An adjustment is for goods that the customer keeps: it credits only their price, and together with all other
    // notes never more than their total.
    findings: sql`
      select format('Credit note %s of order %s is for goods that stayed, and credits something else.', number, order_id)
        as finding
      from credit_notes where kind = 'adjustment'
        and (goods_cents <= 0 or discount_cents <> 0 or insurance_cents <> 0 or shipping_cents <> 0 or tax_cents <> 0)
      union all
      select format('Order %s: %s cents of its goods are credited of %s.', id, goods, sub_total_cents - discount_cents)
      from orders join (
        select order_id, sum(goods_cents - discount_cents) as goods from credit_notes group by order_id) credited
        on order_id = id
      where goods < 0 or goods > sub_total_cents - discount_cents`,
  },
  {
    // A return credits less for goods that were credited before, by at most that amount.
    findings: sql`
      select format('Order %s: its returns are lowered by %s cents that were credited before, of %s.', order_id, lowered,
        coalesce(adjusted, 0)) as finding
      from (select order_id, sum(credited_before_cents) as lowered from goods_returns group by order_id) returned
      left join (select order_id, sum(amount_cents) as adjusted from credit_notes where kind = 'adjustment' group by order_id)
        adjustments using (order_id)
      where lowered > coalesce(adjusted, 0)`,
  },
  {
    // A number is taken together with its note or not at all.
    findings: sql`
      select format('Credit notes have %s numbers up to %s, the counter says %s.', count(number), coalesce(max(number), 0),
        (select last_number from credit_note_numbers)) as finding
      from credit_notes having count(number) <> coalesce(max(number), 0) or count(distinct number) <> count(number)
        or coalesce(max(number), 0) <> (select last_number from credit_note_numbers)`,
  },
  {
    findings: sql`
      select format('Order %s is canceled, but %s of its %s cents are credited.', id, credited, total_cents) as finding
      from (${sums}) money where status = 'canceled' and credited <> total_cents
      union all
      select format('Order %s is %s, but it has a cancellation.', orders.id, orders.status)
      from orders join credit_notes note on note.order_id = orders.id and note.kind = 'cancellation'
      where orders.status <> 'canceled' and not exists (select from credit_notes where reverses_id = note.id)`,
  },
  {
    findings: sql`
      select format('Order %s is completed, but its payment is not there in full.', id) as finding
      from (${sums}) money
      where status = 'completed' and (paid_at is null or total_cents - credited - received + refunded > tolerance)`,
  },
]

/** Finds the next orders after an ID with the sums of their ledgers. */
export async function findOrderMoney(db: Database, after: number, limit: number): Promise<OrderMoney[]> {
  const { rows } = await sql<OrderMoney>`
    select * from (${sums}) money where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}
