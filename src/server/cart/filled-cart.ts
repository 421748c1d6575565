import type { CartLineRow } from './cart.queries.ts'

/** What a cart holds after a change. */
export type FilledCart = { lines: CartLineRow[] }
