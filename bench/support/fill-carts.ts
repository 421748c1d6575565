import type pg from 'pg'
import { hashToken } from '#server/platform/crypto/token.ts'

/** Inserts carts of three products each directly into the database; returns the hashes of their tokens. */
export async function fillCarts(pool: pg.Pool, tokens: readonly string[]): Promise<Buffer[]> {
  const hashes = tokens.map(hashToken)
  await pool.query(
    `with new_carts as (insert into carts (token_hash) select unnest($1::bytea[]) returning id)
     insert into cart_line_items (cart_id, product_id, quantity, added_price_cents, shown_price_cents)
     select new_carts.id, product.id, 1 + new_carts.id % 3, product.price_cents, product.price_cents
       from new_carts cross join (select id, price_cents from products where active and stock is null order by id limit 3) product`,
    [hashes],
  )
  return hashes
}
