import type { Cents } from '#domain/money/money.ts'
import { formatCents } from '#domain/money/money.ts'
import type { SizeUnit } from './product-content.ts'

type Measure = 'volume' | 'weight' | 'count'
/** `base` is the size of one unit in milliliters, grams or pieces. */
const units: Record<SizeUnit, { measure: Measure; base: number; isMetric: boolean; label: string }> = {
  ml: { measure: 'volume', base: 1, isMetric: true, label: 'ml' },
  l: { measure: 'volume', base: 1000, isMetric: true, label: 'l' },
  fl_oz: { measure: 'volume', base: 29.5735295625, isMetric: false, label: 'fl oz' },
  g: { measure: 'weight', base: 1, isMetric: true, label: 'g' },
  kg: { measure: 'weight', base: 1000, isMetric: true, label: 'kg' },
  oz: { measure: 'weight', base: 28.349523125, isMetric: false, label: 'oz' },
  lb: { measure: 'weight', base: 453.59237, isMetric: false, label: 'lb' },
  pc: { measure: 'count', base: 1, isMetric: false, label: 'piece' },
}
/** Sizes at least this large are converted to the larger unit. */
const LARGE_METRIC = 1000
const converted = {
  us: { volume: 'fl_oz', weight: 'oz' },
  small: { volume: 'ml', weight: 'g' },
  large: { volume: 'l', weight: 'kg' },
} as const satisfies Record<string, Record<Exclude<Measure, 'count'>, SizeUnit>>

/** `16.9 fl oz (500 ml)`: US units first, the entered number as it is, the converted one in three digits. */
export function formatSize(amount: number, unit: SizeUnit): string {
  const { measure, base, isMetric } = units[unit]
  if (measure === 'count') return `${formatNumber(amount)} ${amount === 1 ? 'piece' : 'pieces'}`
  const total = amount * base
  const entered = formatAmount(amount, unit)
  if (isMetric) {
    const us = unit === 'kg' ? 'lb' : converted.us[measure]
    return `${formatAmount(toThreeDigits(total / units[us].base), us)} (${entered})`
  }
  const metric = toThreeDigits(total)
  const target = metric >= LARGE_METRIC ? converted.large[measure] : converted.small[measure]
  return `${entered} (${formatAmount(metric / units[target].base, target)})`
}

/** `$0.59 per fl oz`; undefined for one piece, whose price it would repeat. */
export function formatUnitPrice(price: Cents, amount: number, unit: SizeUnit): string | undefined {
  const { measure, base, isMetric } = units[unit]
  if (measure === 'count') return amount === 1 ? undefined : `${formatFraction(price / amount)} per piece`
  const per = !isMetric ? unit : unit === 'kg' ? 'lb' : converted.us[measure]
  return `${formatFraction(price / ((amount * base) / units[per].base))} per ${units[per].label}`
}

const SMALL_CENTS = 10
/** Below ten cents, with tenths of a cent. */
const formatFraction = (price: number): string =>
  price > 0 && price < SMALL_CENTS ? `$${(price / 100).toFixed(3)}` : formatCents(Math.round(price) as Cents)

const toThreeDigits = (value: number): number => Number(value.toPrecision(3))
const formatNumber = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })
const formatAmount = (value: number, unit: SizeUnit): string => `${formatNumber(value)} ${units[unit].label}`
