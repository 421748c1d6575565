import { sql } from 'kysely'
import type { Database } from '#server/platform/database/connection.ts'
import type { Check } from './check.queries.ts'
import type { OrderFulfillment } from './check-fulfillment.ts'
import type { OrderFigures } from './check-order-sums.ts'

export const orderChecks: Check[] = [
  {
    findings: sql`
      select format('Order %s is a Delivery without an address.', id) as finding from orders
      where type = 'D' and not exists (select 1 from order_addresses where order_id = orders.id)`,
  },
  {
    findings: sql`
      select format('Order %s does not say when it was placed.', id) as finding from orders
      where not exists (select 1 from order_changes where order_id = orders.id and change = 'placed')`,
  },
  {
    findings: sql`
      select format('Cart %s, round %s, became %s orders.', cart_id, cart_round, count(*)) as finding
      from orders where cart_id is not null group by cart_id, cart_round having count(*) > 1`,
  },
  {
    findings: sql`
      select format('Idempotency key %s stands for order %s, which is not there.', kept.key, kept.order_id) as finding
      from idempotency_keys kept where not exists (select 1 from orders where id = kept.order_id)`,
  },
  {
    findings: sql`
      select format('A line names order %s, which is not there.', line.order_id) as finding
      from order_lines line where not exists (select 1 from orders where id = line.order_id) group by line.order_id`,
  },
  {
    findings: sql`
      select format('Shipment %s has no line.', id) as finding from shipments
      where not exists (select 1 from shipment_lines where shipment_id = shipments.id)`,
  },
  {
    findings: sql`
      select format('Order %s is not found by its words.', id) as finding
      from orders left join order_search on order_id = id where search_text is distinct from order_search_text(id)`,
  },
]

/** Finds the next orders after an ID with everything that their sums are computed from. */
export async function findOrderFigures(
  db: Database,
  after: number,
  limit: number,
): Promise<(OrderFigures & OrderFulfillment)[]> {
  const { rows } = await sql<OrderFigures & OrderFulfillment>`
    select id, type, sub_total_cents, discount_cents, discount_milli_percent, certificate_state, shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'position', position, 'quantity', quantity, 'price_cents', price_cents,
          'total_price_cents', total_price_cents, 'discount_cents', discount_cents, 'tax_exempt', tax_exempt,
          'tax_cents', tax_cents, 'unit_pv', unit_pv, 'pv', pv, 'commissionable_bp', commissionable_bp,
          'cv_cents', cv_cents
        ) order by position), '[]') from order_lines where order_id = orders.id
      ) as lines,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'state', state, 'milli_percent', milli_percent, 'on_goods', on_goods, 'on_shipping', on_shipping,
          'base_cents', base_cents, 'tax_cents', tax_cents, 'shipping_tax_cents', shipping_tax_cents
        ) order by position), '[]') from order_taxes where order_id = orders.id
      ) as taxes,
      status, fulfillment_state,
      (
        select coalesce(jsonb_agg(jsonb_build_object('position', line_position, 'quantity', shippable)), '[]')
          from shippable_order_lines(orders.id)
      ) as shippable,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', shipment.id, 'kind', shipment.kind, 'state', shipment.state,
          'lines', (
            select coalesce(jsonb_agg(jsonb_build_object('position', position, 'quantity', quantity)), '[]')
              from shipment_lines line where line.shipment_id = shipment.id)) order by shipment.id), '[]')
          from shipments shipment where shipment.order_id = orders.id
      ) as shipments
    from orders where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}
