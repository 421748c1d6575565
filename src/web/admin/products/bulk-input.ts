import type { AdminInput } from '#contract/admin-calls.ts'
import { BulkChangeInput } from '#contract/catalog/bulk-changes.ts'
import type { ProductStatus } from './product-labels.ts'

export type Selection = AdminInput<'previewBulkChange'>['body']['selection']

/** A change that the bar offers. A price is entered as a percentage or an amount. */
export type BulkAction =
  | { kind: 'status'; status: ProductStatus }
  | { kind: 'category' | 'vendor' | 'pv' | 'price_percent' | 'price_amount' }

/** Reads the entered text. The message is undefined while there is nothing to say yet. */
export function readBulkInput(
  action: BulkAction,
  text: string,
): { change: BulkChangeInput; error?: never } | { change?: never; error: string | undefined } {
  const isTyping = text.trim() === '' || /^[-−+]$/.test(text.trim())
  if (action.kind !== 'status' && action.kind !== 'vendor' && isTyping) return { error: undefined }
  const { data, error } = BulkChangeInput.safeParse(toInput(action, text))
  return data ? { change: data } : { error: error.issues[0]?.message }
}

function toInput(action: BulkAction, text: string): unknown {
  switch (action.kind) {
    case 'status':
      return action
    case 'category':
      return { kind: 'category', category_id: text === '0' ? null : Number(text) }
    case 'vendor':
      return { kind: 'vendor', vendor: text }
    case 'pv':
      return { kind: 'pv', pv: text.trim() }
    case 'price_percent':
      return { kind: 'price_percent', percent: parseSigned(text) }
    case 'price_amount':
      return { kind: 'price_amount', amount: parseSigned(text) }
  }
}

/** Parses `-7.5 %`, `+$1,250.00` or `−2`; NaN for anything else, such as a comma before decimals. */
function parseSigned(text: string): number {
  const match = /^([-−+]?)\$?([-−+]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?\s*%?$/.exec(text.trim())
  if (!match) return Number.NaN
  const [, sign, innerSign, whole = '', fraction = ''] = match
  if (whole + fraction === '' || (sign && innerSign)) return Number.NaN
  const value = Number(whole.replaceAll(',', '') + fraction)
  return /[-−]/.test(`${sign}${innerSign}`) ? -value : value
}
