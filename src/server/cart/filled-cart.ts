import type { CartLineRow } from './cart.queries.ts'

/** Contents of a cart after a change. */
export type FilledCart = { lines: CartLineRow[] }
