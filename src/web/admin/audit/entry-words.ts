import type { AdminAnswer } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { dayOf, paymentNames, statusNames } from '#contract/order-words.ts'
import { fillPath } from '#contract/paths.ts'
import { cents, formatDollars, toDollars } from '#domain/money.ts'

type Entry = Pick<AdminAnswer<'auditLog'>['data'][number], 'before' | 'after'>

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What is not said well by the words of its name. */
const actionNames: Record<string, string> = {
  'newsletter.gone_on': 'Newsletter resumed',
  'licence.expired': 'License expired',
  'licence.renewed': 'License renewed',
  'member.signed_in_as': 'Signed in as a member',
  'member.sign_in_as_ended': 'Sign-in as a member ended',
  'member.erasure_called_off': 'Member erasure canceled',
  'staff.proved': 'Staff identity confirmed',
  'staff.proof_failed': 'Staff identity check failed',
  'stock.write_off': 'Stock written off',
}

/** `order.canceled` as `Order canceled`, `staff.sign_in` as `Staff sign in`. */
export const actionWords = (action: string): string =>
  actionNames[action] ?? capital(action.replace(/[._]/g, ' ').trim().replaceAll('licence', 'license'))

const subjectNames: Record<string, string> = {
  staff: 'Staff account',
  mail: 'Email',
  mail_text: 'Email text',
  tax: 'Tax rate',
}

/** `Payment 708`, `Staff account 1`. */
export const subjectWords = (kind: string, id: string): string =>
  `${subjectNames[kind] ?? capital(kind.replaceAll('_', ' '))} ${id}`

/** The page of what an entry is about, or else everything that was done to it. */
export const subjectUrl = (kind: string, id: string): string =>
  kind === 'order' && /^\d+$/.test(id)
    ? fillPath(adminPaths.order, { order_id: id })
    : kind === 'product' && /^\d+$/.test(id)
      ? fillPath(adminPaths.stockOfProduct, { product_id: id })
      : kind === 'member' && /^\d+$/.test(id)
        ? fillPath(adminPaths.member, { member_id: id })
        : `${adminPaths.audit}?${new URLSearchParams({ subject: `${kind}:${id}` })}`

export type ChangedField = { name: string; from: string | undefined; to: string | undefined }

/**
 * What an entry says was changed, name by name; `from` is left out where nothing was before, `to` where nothing is said
 * of what it is now. What was and is nothing is left out.
 */
export function changedFields({ before = {}, after = {} }: Entry): ChangedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => {
      const from = name in before ? valueWords(name, before[name]) : undefined
      const to = name in after ? valueWords(name, after[name]) : undefined
      return {
        name: nameWords(name),
        // What stayed is said once.
        from: from === to ? undefined : from,
        to,
      }
    })
    .filter(({ from, to }) => ![from, to].every((words) => words === undefined || words === NOTHING))
}

const NOTHING = '–'

/** Words of a field by its value; of another they are its own. */
const valueNames: Record<string, Record<string, string>> = {
  method: paymentNames,
  paymentType: paymentNames,
  payment_type: paymentNames,
  status: statusNames,
}

function valueWords(name: string, value: unknown): string {
  if (/(?:_c|C)ents$/.test(name) && typeof value === 'number') return formatDollars(toDollars(cents(value)))
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((item) => valueWords(name, item)).join('; ') || NOTHING
  if (isLine(value)) return lineWords(value)
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, of]) => `${nameWords(part)}: ${valueWords(part, of)}`)
      .join(', ')
  }
  const words = String(value)
  const known = valueNames[name]?.[words]
  if (known !== undefined) return known
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(words)) return dayOf(words)
  return /^[a-z]+(_[a-z]+)+$/.test(words) ? words.replaceAll('_', ' ') : words
}

type Line = { position: number; quantity: number; restocked?: number }
const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'position' in value && 'quantity' in value

/** Lines are counted from 1, as on paper: `line 1: 3 pieces, 2 restocked`. */
function lineWords({ position, quantity, restocked }: Line): string {
  const pieces = `line ${position + 1}: ${quantity} ${quantity === 1 ? 'item' : 'items'}`
  return restocked ? `${pieces}, ${restocked} restocked` : pieces
}

/** `balance_cents` as `balance`, `trackingNumber` as `tracking number`. */
const nameWords = (name: string): string =>
  name
    .replace(/(?:_c|C)ents$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replaceAll('licence', 'license')
