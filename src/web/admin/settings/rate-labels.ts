import type { AdminBody, AdminResponse } from '#contract/admin-calls.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { formatDollars } from '#domain/money/money.ts'

export type TaxTable = AdminResponse<'taxTable'>
export type TaxRate = TaxTable['data'][number]
export type ShippingTable = AdminResponse<'shippingTable'>
export type Zone = ShippingTable['zones'][number]
export type Method = ShippingTable['methods'][number]
export type ShippingAction =
  | { kind: 'zone'; target?: Zone }
  | { kind: 'method'; target?: Method }
  | { kind: 'remove_zone'; target: Zone }
  | { kind: 'remove_method'; target: Method }

/** The state's code alone or with the ZIP prefix: `NY 100…`. */
export const jurisdictionLabel = ({ state, zip_prefix }: Pick<TaxRate, 'state' | 'zip_prefix'>): string =>
  zip_prefix === '' ? state : `${state} ${zip_prefix}…`

/** Success message with the state's name: `New Jersey 6.625% from today. Existing orders keep theirs.` */
export function savedRateMessage(
  table: readonly TaxRate[],
  { state, zip_prefix, from_date }: Pick<AdminBody<'setTax'>, 'state' | 'zip_prefix' | 'from_date'>,
  states: readonly { code: string; name: string }[],
): string {
  const saved = table.find(
    (rate) =>
      rate.state === state &&
      rate.zip_prefix === zip_prefix &&
      (from_date === undefined ? rate.phase === 'current' : rate.from_date === from_date),
  )
  if (!saved) return 'Rate saved. Existing orders keep theirs.'
  const name = states.find(({ code }) => code === state)?.name ?? state
  const part = zip_prefix === '' ? '' : `, ZIP ${zip_prefix}…,`
  const from = saved.phase === 'upcoming' ? formatCalendarDay(saved.from_date) : 'today'
  return `${name}${part} ${saved.percent}% from ${from}. Existing orders keep theirs.`
}

export const taxBaseLabel = ({ on_goods, on_shipping }: Pick<TaxRate, 'on_goods' | 'on_shipping'>): string => {
  if (!on_shipping) return 'products'
  return on_goods ? 'products and shipping' : 'shipping'
}

/** Rates by place and start, as text. */
export const taxFacts = ({ data }: TaxTable): Record<string, string> =>
  Object.fromEntries(
    data.map((rate) => [
      `${jurisdictionLabel(rate)} from ${formatCalendarDay(rate.from_date)}`,
      `${rate.percent}% on ${taxBaseLabel(rate)}`,
    ]),
  )

/** Prices of a method in a zone, as text. */
export const formatShippingRate = ({ base, per_pound }: Zone['rates'][number]): string =>
  `${formatDollars(base)} + ${formatDollars(per_pound)} per pound`

/** The names of methods in their order, and each zone's name, ZIPs and prices, as text. */
export const shippingFacts = ({ methods, zones }: ShippingTable): Record<string, string> => {
  const labels = new Map(methods.map(({ code, label }) => [code, label]))
  return {
    Methods: methods.map(({ label }) => label).join(', '),
    ...Object.fromEntries(
      zones.flatMap(({ code, name, prefixes, rates }) => [
        [`Zone ${code}`, `${name}, ZIPs starting with ${prefixes.join(', ')}`],
        ...rates.map((rate) => [`${labels.get(rate.method)} in zone ${code}`, formatShippingRate(rate)]),
      ]),
    ),
  }
}

/** Splits typed ZIP prefixes at spaces, commas and line breaks. */
export const readPrefixes = (input: string): string[] => input.split(/[\s,;]+/).filter(Boolean)

/**
 * Reads a rate from a form; the method is not offered when both amounts are empty. Undefined when an amount is
 * malformed.
 */
export function readRate(method: string, base: string, perPound: string) {
  if (base.trim() === '' && perPound.trim() === '') return { isOffered: false as const }
  const [dollars, perPoundAmount] = [base, perPound].map((input) => {
    const text = input.trim().replace(/^\$/, '')
    return text === '' ? 0 : /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
  })
  if (dollars === undefined || perPoundAmount === undefined) return undefined
  return { isOffered: true as const, rate: { method, base: dollars, per_pound: perPoundAmount } }
}

const MAX_CODE_LENGTH = 28

/** Derives an unused code from a name. */
export function newCode(name: string, existing: readonly { code: string }[]): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]*/, '')
    .slice(0, MAX_CODE_LENGTH)
    .replace(/-$/, '')
  const code = slug || 'new'
  const isTaken = (candidate: string) => existing.some((item) => item.code === candidate)
  if (!isTaken(code)) return code
  for (let number = 2; ; number++) if (!isTaken(`${code}-${number}`)) return `${code}-${number}`
}
