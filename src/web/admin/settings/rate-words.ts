import type { AdminAnswer } from '#contract/admin-calls.ts'

export type TaxRate = AdminAnswer<'taxTable'>['data'][number]
export type ShippingTable = AdminAnswer<'shippingTable'>
export type Zone = ShippingTable['zones'][number]
export type Method = ShippingTable['methods'][number]
export type ShippingTask =
  | { what: 'zone'; of?: Zone }
  | { what: 'method'; of?: Method }
  | { what: 'remove_zone'; of: Zone }
  | { what: 'remove_method'; of: Method }

/** `New York`'s code alone, or with the beginning of its ZIPs: `NY 100…`. */
export const placeWords = ({ state, zip_prefix }: Pick<TaxRate, 'state' | 'zip_prefix'>): string =>
  zip_prefix === '' ? state : `${state} ${zip_prefix}…`

export const baseWords = ({ on_goods, on_shipping }: Pick<TaxRate, 'on_goods' | 'on_shipping'>): string => {
  if (!on_shipping) return 'goods'
  return on_goods ? 'goods and shipping' : 'shipping'
}

/** Beginnings of ZIPs as somebody types them: by spaces, commas or lines. */
export const readPrefixes = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean)

/** A rate of a form: both amounts empty leave the method out. Undefined where one of them is no amount. */
export function readRate(method: string, base: string, perPound: string) {
  if (base.trim() === '' && perPound.trim() === '') return { left: 'out' as const }
  const [dollars, aPound] = [base, perPound].map((typed) => {
    const text = typed.trim().replace(/^\$/, '')
    return text === '' ? 0 : /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined
  })
  if (dollars === undefined || aPound === undefined) return undefined
  return { left: 'in' as const, rate: { method, base: dollars, per_pound: aPound } }
}

const LONGEST_CODE = 28

/** A code for what is new, made of its name, that none of these has. */
export function newCode(name: string, known: readonly { code: string }[]): string {
  const made = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]*/, '')
    .slice(0, LONGEST_CODE)
    .replace(/-$/, '')
  const code = made || 'new'
  const isTaken = (candidate: string) => known.some((each) => each.code === candidate)
  if (!isTaken(code)) return code
  for (let number = 2; ; number++) if (!isTaken(`${code}-${number}`)) return `${code}-${number}`
}
