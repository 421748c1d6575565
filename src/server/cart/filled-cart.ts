import type { CartLineRow } from './cart.queries.ts'

/** What a cart holds after a change. */
export type FilledCart = { ok: true; lines: CartLineRow[] }

export type Refused<Refusal> = { ok: false; refusal: Refusal }
