import type { AdminBody } from '#contract/admin-calls.ts'

export type ReturnRequest = Omit<AdminBody<'previewReturn'>, 'reason'>

/** Keyed by line; a quantity of 0 or nothing means not returned. */
export type ReturnedLines = Record<number, { quantity: number; restock: boolean }>

/** Returns the request; undefined while nothing is selected, or a partial credit lacks a reason. */
export function returnRequest(
  orderId: number,
  lines: ReturnedLines,
  less: { amount: string; reason: string },
): ReturnRequest | undefined {
  const chosen = Object.entries(lines).flatMap(([line, { quantity, restock }]) =>
    quantity > 0 ? [{ line: Number(line), quantity, restock }] : [],
  )
  if (chosen.length === 0) return undefined
  const amount = less.amount.replace(/[$,\s]/g, '')
  if (amount === '') return { order_id: orderId, lines: chosen }
  if (less.reason.trim() === '' || !Number.isFinite(Number(amount))) return undefined
  return { order_id: orderId, lines: chosen, credit: { amount: Number(amount), reason: less.reason.trim() } }
}

/** Omits the reason, which does not change the booking, so that the preview works before it is entered. */
export const previewInput = (request: ReturnRequest | undefined) =>
  request && { body: { ...request, reason: 'Preview' } }
