import { fillPath, pagePatterns } from '#contract/paths.ts'
import {
  calculateGuestLinkExpiry,
  calculateGuestLinkLastDay,
  parseGuestLinkLastDay,
} from '#domain/orders/guest-link.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'

/** Signing purpose of older links, which had no last day. */
const UNLIMITED_PURPOSE = 'guest order'
const LIMITED_PURPOSE = 'guest order until'

/** An order with the number of corrections of its contact: each one invalidates the links before. */
export type LinkedOrder = { id: number; corrections: number }

/**
 * Returns the path that lets a guest read their order; incrementing numbers does not lead to it (docs/product §11.5).
 */
export function makeGuestOrderPath(signer: Signer, order: LinkedOrder, now = Date.now()): string {
  const lastDay = calculateGuestLinkLastDay(now)
  const key = `${lastDay}.${signer.sign(LIMITED_PURPOSE, formatSignedText(order, lastDay))}`
  return `${fillPath(pagePatterns.guestOrder, { order_id: order.id })}?key=${key}`
}

/** Reports whether the shop made this key for this order at any time, and its contact has not been corrected since. */
export function isGuestKey(signer: Signer, order: LinkedOrder, key: string): boolean {
  const lastDay = parseGuestLinkLastDay(key)
  if (lastDay === undefined) return order.corrections === 0 && signer.verify(UNLIMITED_PURPOSE, String(order.id), key)
  return signer.verify(LIMITED_PURPOSE, formatSignedText(order, lastDay), key.slice(key.indexOf('.') + 1))
}

/** Signs the count and not the email: invalidated links stay so even if a former email is restored. */
const formatSignedText = ({ id, corrections }: LinkedOrder, lastDay: number): string =>
  [id, lastDay, ...(corrections === 0 ? [] : [corrections])].join(' ')

export const hasEnded = (key: string, placedAt: Date): boolean =>
  calculateGuestLinkExpiry(key, placedAt.getTime()) <= Date.now()
