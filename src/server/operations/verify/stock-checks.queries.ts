import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

/** Checks that stock is the sum of its movements (docs/back-office §3). */
export const stockChecks: Check[] = [
  {
    findings: sql`
      select format('Product %s (%s) has a stock of %s, but its movements come to %s.', id, handle, stock, moved) as finding
      from (
        select products.id, handle, stock, coalesce(sum(quantity), 0) as moved
        from products left join stock_movements on product_id = products.id where stock is not null group by products.id
      ) kept where stock <> moved`,
  },
  {
    findings: sql`
      select format('The movements of product %s come to %s.', product_id, sum(quantity)) as finding
      from stock_movements group by product_id having sum(quantity) < 0`,
  },
  {
    findings: sql`
      select format('Package %s has contents, and %s of its own on hand.', id, coalesce(stock, moved)) as finding
      from (
        select id, stock, (select coalesce(sum(quantity), 0) from stock_movements where product_id = products.id) as moved
        from products where exists (select from package_contents where package_id = products.id)
      ) package where stock is not null or moved <> 0`,
  },
  {
    findings: sql`
      select format('Package %s contains package %s, which has contents of its own.', package_id, product_id) as finding
      from package_contents content where exists (select from package_contents where package_id = content.product_id)`,
  },
  {
    findings: sql`
      select format('Stock movement %s took %s pieces of a line, and %s came back.', taken.id, taken.line_quantity,
        sum(back.line_quantity)) as finding
      from stock_movements taken join stock_movements back on back.reverses = taken.id
      group by taken.id having sum(back.line_quantity) > taken.line_quantity`,
  },
  {
    findings: sql`
      select format('Stock movement %s is not the reverse of %s.', back.id, taken.id) as finding
      from stock_movements back join stock_movements taken on taken.id = back.reverses
      where taken.kind <> 'order'
        or (taken.product_id, taken.order_id, taken.line_position, taken.allocation)
          is distinct from (back.product_id, back.order_id, back.line_position, back.allocation)
        or back.quantity::bigint * taken.line_quantity <> -taken.quantity::bigint * back.line_quantity`,
  },
  {
    findings: sql`
      select format('Order %s: stock was taken for %s pieces of line %s, which has %s.', order_id, pieces, line_position,
        quantity) as finding
      from (
        select held.order_id, line_position, pieces, coalesce(line.quantity, 0) as quantity
        from ${selectConsumed()} held join orders on orders.id = held.order_id and status = 'processing'
        left join order_lines line on line.order_id = held.order_id and line.position = held.line_position
      ) compared where pieces > quantity`,
  },
  {
    // Only for products counted since before the order: a product that is counted again later was not counted in
    // between.
    findings: sql`
      select format('Order %s: stock was taken for %s pieces of line %s, which has %s.', line.order_id,
        coalesce(pieces, 0), line.position, line.quantity) as finding
      from order_lines line
      join orders on orders.id = line.order_id and status = 'processing'
      join products on products.id = line.product_id and stock is not null
      left join ${selectConsumed()} held on held.order_id = line.order_id and held.line_position = line.position
      where coalesce(pieces, 0) < line.quantity and not exists (
        select from stock_movements
        where product_id = line.product_id and kind in ('opening', 'count') and made_at > orders.created_at - interval '1 minute')`,
  },
]

/** Quantities of each line that were allocated from stock and not released before the handover. */
function selectConsumed() {
  return sql`(
    select order_id, line_position, sum(pieces)::int as pieces
    from (
      select order_id, line_position, allocation, max(line_quantity - coalesce(canceled, 0)) as pieces
      from stock_movements taken
      left join (
        select reverses, sum(line_quantity) as canceled from stock_movements where kind = 'cancel' group by reverses
      ) back on back.reverses = taken.id
      where kind = 'order' group by order_id, line_position, allocation
    ) allocated group by order_id, line_position)`
}
