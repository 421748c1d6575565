import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'

export type CreditNoteRow = {
  id: number
  number: number
  kind: 'return' | 'cancellation' | 'adjustment'
  created_at: Date
  amount_cents: number
  goods_cents: number
  discount_cents: number
  insurance_cents: number
  shipping_cents: number
  tax_cents: number
  /** The goods returned with it; for a cancellation, all goods that had not been returned before. */
  lines: { name: string; quantity: number; goods_cents: number }[]
}

/** Finds a credit note of an order by its number, with the goods it covers. */
export async function findCreditNote(
  db: Database,
  orderId: number,
  number: number,
): Promise<CreditNoteRow | undefined> {
  const { rows } = await sql<CreditNoteRow>`
    select note.id, number, note.kind, note.created_at, amount_cents, note.goods_cents, note.discount_cents,
      insurance_cents, shipping_cents, note.tax_cents,
      (select coalesce(json_agg(json_build_object('name', name, 'quantity', quantity, 'goods_cents', goods_cents)
          order by position), '[]') from (
            select line.position, line.name, back.quantity, back.goods_cents
              from goods_returns returned
              join goods_return_lines back on back.goods_return_id = returned.id
              join order_lines line on (line.order_id, line.position) = (back.order_id, back.position)
             where returned.credit_note_id = note.id
            union all
            select line.position, line.name, line.quantity - coalesce(sum(back.quantity), 0)::int,
                line.total_price_cents - coalesce(sum(back.goods_cents), 0)::bigint
              from order_lines line
              left join goods_return_lines back on (back.order_id, back.position) = (line.order_id, line.position)
             where note.kind = 'cancellation' and line.order_id = note.order_id
             group by line.order_id, line.position
            having line.quantity > coalesce(sum(back.quantity), 0)) credited) as lines
      from credit_notes note where order_id = ${orderId} and number = ${number}`.execute(db)
  return rows[0]
}
