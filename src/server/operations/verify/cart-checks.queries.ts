import { sql } from 'kysely'
import type { Check } from './check.queries.ts'

export const cartChecks: Check[] = [
  {
    findings: sql`
      select format('Cart %s: line %s has the quantity %s.', cart_id, id, quantity) as finding
      from cart_line_items where quantity not between 1 and 99`,
  },
  {
    findings: sql`
      select format('Cart %s: product %s stands in %s lines.', cart_id, product_id, count(*)) as finding
      from cart_line_items group by cart_id, product_id having count(*) > 1`,
  },
  {
    findings: sql`
      select format('Line %s belongs to cart %s, which is not there.', line.id, line.cart_id) as finding
      from cart_line_items line where not exists (select 1 from carts where id = line.cart_id)`,
  },
  {
    findings: sql`
      select format('Cart %s: line %s holds product %s, which is not there.', line.cart_id, line.id, line.product_id)
        as finding
      from cart_line_items line where not exists (select 1 from products where id = line.product_id)`,
  },
  {
    // The round counts the carts that became orders, so an order's round is always lower than its cart's.
    findings: sql`
      select format('Cart %s is in round %s and holds %s lines, but order %s was placed from round %s.',
        cart.id, cart.round, (select count(*) from cart_line_items where cart_id = cart.id), orders.id, orders.cart_round)
        as finding
      from orders join carts cart on cart.id = orders.cart_id where cart.round <= orders.cart_round`,
  },
]
