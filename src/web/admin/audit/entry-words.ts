import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { fillPath } from '#contract/paths.ts'
import { cents, formatDollars, toDollars } from '#domain/money.ts'

type Entry = Pick<AdminAnswer<'auditLog'>['data'][number], 'before' | 'after'>

/** `order.canceled` as `Order canceled`, `staff.sign_in` as `Staff sign in`. */
export function actionWords(action: string): string {
  const words = action.replace(/[._]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const subjectWords = (kind: string, id: string): string => `${kind.replaceAll('_', ' ')} ${id}`

/** The page of what an entry is about, or else everything that was done to it. */
export const subjectUrl = (kind: string, id: string): string =>
  kind === 'order' && /^\d+$/.test(id)
    ? fillPath(adminPaths.order, { order_id: id })
    : kind === 'product' && /^\d+$/.test(id)
      ? fillPath(adminPaths.stockOfProduct, { product_id: id })
      : kind === 'member' && /^\d+$/.test(id)
        ? fillPath(adminPaths.member, { member_id: id })
        : `${adminPaths.audit}?${new URLSearchParams({ subject: `${kind}:${id}` })}`

export type ChangedField = { name: string; from: string | undefined; to: string }

/** What an entry says was changed, name by name; `from` is left out where nothing was before. */
export function changedFields({ before = {}, after = {} }: Entry): ChangedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const from = name in before ? valueWords(name, before[name]) : undefined
    const to = name in after ? valueWords(name, after[name]) : ''
    return {
      name: nameWords(name),
      // What stayed is said once.
      from: from === to ? undefined : from,
      to,
    }
  })
}

function valueWords(name: string, value: unknown): string {
  if (/(?:_c|C)ents$/.test(name) && typeof value === 'number') return formatDollars(toDollars(cents(value)))
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map((item) => valueWords(name, item)).join('; ') || '–'
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, of]) => `${nameWords(part)}: ${valueWords(part, of)}`)
      .join(', ')
  }
  const words = String(value)
  return /^[a-z]+(_[a-z]+)+$/.test(words) ? words.replaceAll('_', ' ') : words
}

/** `balance_cents` as `balance`, `trackingNumber` as `tracking number`. */
const nameWords = (name: string): string =>
  name
    .replace(/(?:_c|C)ents$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
