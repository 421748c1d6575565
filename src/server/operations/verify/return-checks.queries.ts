import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

/** Checks returned goods (docs/back-office §3, Returns). */
export const returnChecks: Check[] = [
  {
    findings: sql`
      select format('Return %s of order %s is not what its credit note %s credits.', back.id, back.order_id, note.number)
        as finding
      from goods_returns back
      join credit_notes note on note.id = back.credit_note_id
      cross join lateral (
        select coalesce(sum(goods_cents), 0) as goods, coalesce(sum(discount_cents), 0) as discount,
          coalesce(sum(tax_cents), 0) as tax
          from goods_return_lines where goods_return_id = back.id) lines
      -- The withheld amount reduces the goods first, down to zero after the discount, and only then the other charges.
      where (note.order_id, note.kind, note.discount_cents) is distinct from (back.order_id, 'return', lines.discount)
        or note.goods_cents not between lines.goods - back.withheld_cents
          and lines.goods - least(back.withheld_cents, greatest(0, lines.goods - lines.discount))
        or (back.withheld_cents <= greatest(0, lines.goods - lines.discount) and note.shipping_cents + note.insurance_cents = 0
          and note.tax_cents <> lines.tax)
        or note.amount_cents < greatest(0, lines.goods - lines.discount + lines.tax - back.withheld_cents)
      union all
      select format('Credit note %s of order %s is of a return that is not there.', number, order_id)
      from credit_notes note where kind = 'return'
        and not exists (select from goods_returns where credit_note_id = note.id)`,
  },
  {
    findings: sql`
      select format('Order %s, line %s: %s pieces came back of %s, worth %s of %s cents.', line.order_id, line.position,
        back.quantity, line.quantity, back.goods, line.total_price_cents) as finding
      from order_lines line join (
        select order_id, position, sum(quantity) as quantity, sum(goods_cents) as goods, sum(discount_cents) as discount,
          sum(tax_cents) as tax, sum(cv_cents) as cv, sum(pv) as pv
          from goods_return_lines group by order_id, position) back
        on back.order_id = line.order_id and back.position = line.position
      where back.quantity > line.quantity or back.goods > line.total_price_cents or back.discount > line.discount_cents
        or back.tax > line.tax_cents or back.cv > line.cv_cents or back.pv > line.pv
        or (back.quantity = line.quantity and (back.goods, back.discount, back.tax, back.cv, back.pv) is distinct from
          (line.total_price_cents, line.discount_cents, line.tax_cents, line.cv_cents, line.pv))`,
  },
  {
    // An imported file of returns also reverses an order's volume, at its own dates, so more may be reversed, but never
    // less.
    findings: sql`
      select format('Order %s counts %s cents CV and %s PV less than it was completed with, but %s and %s came back.',
        counted.order_no, gone.cv, gone.pv, coalesce(back.cv, 0), coalesce(back.pv, 0)) as finding
      from counted_orders counted
      join orders on orders.id = counted.order_id and orders.status = 'completed'
      cross join lateral (
        select counted.cv_cents - counted.remaining_cv_cents as cv, counted.pv - counted.remaining_pv as pv) gone
      left join (
        select order_id, sum(cv_cents) as cv, sum(pv) as pv
          from goods_returns returned join goods_return_lines line using (order_id)
         where line.goods_return_id = returned.id and was_counted group by order_id) back on back.order_id = orders.id
      where not exists (select from counted_orders later where later.order_id = orders.id and later.id > counted.id)
        and not exists (select from counted_orders earlier where earlier.order_id = orders.id and earlier.id < counted.id)
        and not exists (select from order_returns where counted_order_id = counted.id and money_only)
        and (gone.cv, gone.pv) is distinct from (coalesce(back.cv, 0), coalesce(back.pv, 0))
        and (gone.cv < coalesce(back.cv, 0) or gone.pv < coalesce(back.pv, 0) or not exists (
          select from order_returns filed where filed.counted_order_id = counted.id and not exists (
            select from goods_returns where order_id = orders.id and was_counted
              and abs(extract(epoch from created_at - filed.returned_at)) < 3600)))`,
  },
]
