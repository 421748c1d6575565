import { type RawBuilder, sql } from 'kysely'

/* Prices and visibility of products. `alias` names the row of `products` in the query. */

/**
 * The price at the start of the transaction, exact to the instant: for carts and orders. Pages read
 * `selling_price_cents`, which a job updates when a sale begins or ends.
 */
export const exactPrice = (alias: string): RawBuilder<number> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`selling_price(${column('price_cents')}, ${column('sale_price_cents')}, ${column('sale_from')}, ${column('sale_until')}, now())`
}

/** Whether the product is in the shop at the start of the transaction, exact to the instant. */
export const exactlyVisible = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`is_visible(${column('status')}, ${column('visible_from')}, ${column('visible_until')}, now())`
}

/** The price shown struck through; during a sale at least the regular one. */
export const shownCompareAt = (alias: string): RawBuilder<number | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`case when ${column('selling_price_cents')} < ${column('price_cents')}
    then greatest(${column('price_cents')}, ${column('compare_at_cents')}) else ${column('compare_at_cents')} end`
}
