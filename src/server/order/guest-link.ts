import type { Signer } from '../signer.ts'

const PURPOSE = 'guest order'

/** The path that lets a guest read their order, and nobody who merely counts numbers (product.md §11). */
export const guestOrderPath = (signer: Signer, orderId: number): string =>
  `/orders/${orderId}?key=${signer.sign(PURPOSE, String(orderId))}`

export const isGuestKey = (signer: Signer, orderId: number, key: string): boolean =>
  signer.verify(PURPOSE, String(orderId), key)
