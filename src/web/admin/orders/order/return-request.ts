import type { AdminBody } from '#contract/admin-calls.ts'

export type ReturnRequest = Omit<AdminBody<'previewReturn'>, 'reason'>

/** Keyed by line; a quantity of 0 or nothing means not returned. */
export type ReturnedLines = Record<number, { quantity: number; restock: boolean }>

/** Returns the request; undefined while nothing is selected, or a partial credit lacks a reason. */
export function returnRequest(
  orderId: number,
  lines: ReturnedLines,
  reducedCredit: { amount: string; reason: string },
): ReturnRequest | undefined {
  const selectedLines = Object.entries(lines).flatMap(([line, { quantity, restock }]) =>
    quantity > 0 ? [{ line: Number(line), quantity, restock }] : [],
  )
  if (selectedLines.length === 0) return undefined
  const amount = reducedCredit.amount.replace(/[$,\s]/g, '')
  if (amount === '') return { order_id: orderId, lines: selectedLines }
  if (reducedCredit.reason.trim() === '' || !Number.isFinite(Number(amount))) return undefined
  return {
    order_id: orderId,
    lines: selectedLines,
    credit: { amount: Number(amount), reason: reducedCredit.reason.trim() },
  }
}

/** Omits the reason, which does not change the booking, so that the preview works before it is entered. */
export const previewInput = (request: ReturnRequest | undefined) =>
  request && { body: { ...request, reason: 'Preview' } }
