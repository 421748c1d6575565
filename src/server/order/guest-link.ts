import { fillPath, pagePatterns } from '#contract/paths.ts'
import { guestLinkEnd, guestLinkLastDay, lastDayOf } from '#domain/order/guest-link.ts'
import type { Signer } from '#server/platform/crypto/signer.ts'

/** The purpose of older links, which had no last day. */
const ENDLESS = 'guest order'
const UNTIL = 'guest order until'

/** The path that lets a guest read their order, and nobody who merely counts numbers up (docs/product §11.5). */
export function guestOrderPath(signer: Signer, orderId: number, now = Date.now()): string {
  const lastDay = guestLinkLastDay(now)
  const key = `${lastDay}.${signer.sign(UNTIL, `${orderId} ${lastDay}`)}`
  return `${fillPath(pagePatterns.guestOrder, { order_id: orderId })}?key=${key}`
}

/** Whether the shop made this key for this order, however long ago. */
export function isGuestKey(signer: Signer, orderId: number, key: string): boolean {
  const lastDay = lastDayOf(key)
  if (lastDay === undefined) return signer.verify(ENDLESS, String(orderId), key)
  return signer.verify(UNTIL, `${orderId} ${lastDay}`, key.slice(key.indexOf('.') + 1))
}

export const hasEnded = (key: string, placedAt: Date): boolean => guestLinkEnd(key, placedAt.getTime()) <= Date.now()
