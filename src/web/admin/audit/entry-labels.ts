import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { formatOrderDay, paymentNames, statusNames } from '#contract/orders/labels.ts'
import { fillPath } from '#contract/paths.ts'
import { cents, formatDollars, toDollars } from '#domain/money/money.ts'
import { formatDateTime } from '../ui/TimeAgo.tsx'

type Entry = Pick<AdminResponse<'auditLog'>['data'][number], 'before' | 'after'>

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Actions whose identifier does not read well. */
const actionNames: Record<string, string> = {
  'member.impersonation_started': 'Signed in as a member',
  'member.impersonation_ended': 'Sign-in as a member ended',
  'staff.reauthenticated': 'Staff identity confirmed',
  'staff.reauthentication_failed': 'Staff identity check failed',
}

/** Turns `order.canceled` into `Order canceled`, and `staff.sign_in` into `Staff sign in`. */
export const actionLabel = (action: string): string =>
  actionNames[action] ?? capitalize(action.replace(/[._]/g, ' ').trim())

const subjectNames: Record<string, string> = {
  staff: 'Staff account',
  mail: 'Email',
  mail_text: 'Email text',
  tax: 'Tax rate',
  family: 'Product family',
}

/** Returns `Payment 708`, `Staff account 1`. */
export const subjectLabel = (kind: string, id: string): string =>
  `${subjectNames[kind] ?? capitalize(kind.replaceAll('_', ' '))} ${id}`

/** Returns the page of the entry's subject, or else the list of all its entries. */
export const subjectUrl = (kind: string, id: string): string =>
  kind === 'order' && /^\d+$/.test(id)
    ? fillPath(adminPaths.order, { order_id: id })
    : kind === 'product' && /^\d+$/.test(id)
      ? fillPath(adminPaths.product, { product_id: id })
      : kind === 'member' && /^\d+$/.test(id)
        ? fillPath(adminPaths.member, { member_id: id })
        : `${adminPaths.audit}?${new URLSearchParams({ subject: `${kind}:${id}` })}`

export type ChangedField = { name: string; from: string | undefined; to: string | undefined }

/**
 * Lists the changed fields of an entry. Omits `from` where there was no value before and `to` where the new value is
 * not recorded. Skips fields that are empty in both.
 */
export function changedFields({ before = {}, after = {} }: Entry): ChangedField[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => {
      const from = name in before ? formatValue(name, before[name]) : undefined
      const to = name in after ? formatValue(name, after[name]) : undefined
      return {
        name: fieldLabel(name),
        // Shows an unchanged value once.
        from: from === to ? undefined : from,
        to,
      }
    })
    .filter(({ from, to }) => ![from, to].every((text) => text === undefined || text === EMPTY))
}

const EMPTY = '–'

/** Labels of values, by field; other values are shown as they are. */
const valueNames: Record<string, Record<string, string>> = {
  method: paymentNames,
  paymentType: paymentNames,
  payment_type: paymentNames,
  status: statusNames,
}

const count = (value: readonly unknown[], noun: string): string =>
  `${value.length} ${noun}${value.length === 1 ? '' : 's'}`

/** How to show values of a product that are not readable as they are stored, by field. */
const numberFormats: Record<string, (value: number) => string> = {
  commissionable_bp: (basisPoints) => `${basisPoints / 100}%`,
  weight_grams: (grams) => `${grams} g`,
}
const textFormats: Record<string, (value: string) => string> = {
  description_html: (html) =>
    shorten(
      html
        .replaceAll(/<[^<>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ) || EMPTY,
  sale_from: formatDateTime,
  sale_until: formatDateTime,
  visible_from: formatDateTime,
  visible_until: formatDateTime,
}
const listFormats: Record<string, (value: readonly unknown[]) => string> = {
  images: (images) => count(images, 'picture'),
  contents: (parts) => count(parts, 'product'),
  related: (products) => count(products, 'product'),
  documents: (documents) => count(documents, 'document'),
}

const MAX_TEXT = 200
const shorten = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

function formatValue(name: string, value: unknown): string {
  const format =
    typeof value === 'number' ? numberFormats : typeof value === 'string' && value !== '' ? textFormats : undefined
  if (format?.[name]) return format[name](value as never)
  if (Array.isArray(value) && listFormats[name]) return listFormats[name](value)
  if (/(?:_c|C)ents$/.test(name) && typeof value === 'number') return formatDollars(toDollars(cents(value)))
  if (value === null || value === undefined || value === '') return EMPTY
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((item) => formatValue(name, item)).join('; ') || EMPTY
  if (isLine(value)) return formatLine(value)
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, partValue]) => `${fieldLabel(part)}: ${formatValue(part, partValue)}`)
      .join(', ')
  }
  const text = String(value)
  const label = valueNames[name]?.[text]
  if (label !== undefined) return label
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatOrderDay(text)
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text
}

type Line = { position: number; quantity: number; restocked?: number }
const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'position' in value && 'quantity' in value

/** Line numbers start at 1, as on documents: `line 1: 3 items, 2 restocked`. */
function formatLine({ position, quantity, restocked }: Line): string {
  const summary = `line ${position + 1}: ${quantity} ${quantity === 1 ? 'item' : 'items'}`
  return restocked ? `${summary}, ${restocked} restocked` : summary
}

/** Fields whose identifier does not read well. */
const fieldNames: Record<string, string> = {
  pv: 'PV',
  sku: 'SKU',
  handle: 'URL handle',
  description_html: 'description',
  commissionable_bp: 'commissionable share',
  weight_grams: 'weight',
  compare_at_cents: 'compare-at price',
  category_id: 'category',
  parent_id: 'parent category',
  family_id: 'family',
  option_value: 'option',
  images: 'pictures',
  related: 'related products',
}

/** Turns `balance_cents` into `balance`, and `trackingNumber` into `tracking number`. */
const fieldLabel = (name: string): string =>
  fieldNames[name] ??
  name
    .replace(/(?:_c|C)ents$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replaceAll('license', 'license')
