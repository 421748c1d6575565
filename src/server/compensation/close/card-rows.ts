import { type MonthRun, SLICE, slices } from '#domain/compensation/month/run-month.ts'
import { LEVEL_CODES } from '#domain/compensation/plan/plan.ts'
import { computeCeiling } from '#domain/compensation/rules/pay-order.ts'
import { computePayout } from '#domain/compensation/rules/payout.ts'
import type { Cents } from '#domain/money/money.ts'
import type { BulkValues } from '#server/platform/database/bulk-write.ts'
import type { StoredMonth } from './month-input.ts'

/** Values that members carry over from the previous month, by member index. */
export type Balances = { openingCents: Float64Array; titles: Uint8Array }

type CardInput = {
  stored: StoredMonth
  run: MonthRun
  /** Additional amount one level up, by member index. */
  gain: Float64Array
  balances: Balances
  minimumPayoutCents: Cents
}

/** Yields the rows of `cards` in the order of CARD_COLUMNS and those of `payouts`, slice by slice, and their totals. */
export function buildCardRows({ stored, run, gain, balances, minimumPayoutCents }: CardInput) {
  const { cards, legsAtLeast } = run
  const { memberIds, plan, input } = stored
  const members = memberIds.length
  const indexes = Int32Array.from({ length: members }, (_, index) => index)
  const sponsorIds = input.tree.sponsor.map((index) => (index === -1 ? -1 : (memberIds[index] as number)))
  const titles = cards.level.map((level, index) => Math.max(level, balances.titles[index] as number))
  const nextLegs = countNextLegs(plan.levels, cards.level, legsAtLeast)
  const payable = new Float64Array(members)
  const carried = new Float64Array(members)
  for (let index = 0; index < members; index++) {
    const opening = balances.openingCents[index] as Cents
    const paid = computePayout(opening, cards.totalBonusCents[index] as Cents, minimumPayoutCents)
    payable[index] = paid.payableCents
    carried[index] = paid.carriedCents
  }

  function* generateCardSlices(): Generator<{ rows: number; columns: BulkValues[]; done: number }> {
    const columns = [
      ...[memberIds, indexes, sponsorIds, input.tree.active, cards.level, titles],
      ...[cards.personalPv, cards.customerPv, cards.groupPv, nextLegs, cards.totalSalesCents],
      ...[cards.salesBonusCents, cards.levelBonusCents, cards.totalBonusCents, gain],
      ...[balances.openingCents, payable, carried],
    ]
    for (const [from, to] of slices(members, SLICE)) {
      const values = columns.map((column) => ({
        values: column.subarray(from, to),
        ...(column === sponsorIds && { none: -1 }),
      }))
      yield { rows: to - from, columns: [{ text: stored.month }, ...values], done: to }
    }
  }

  function* generatePayoutSlices(): Generator<{ rows: number; columns: BulkValues[] }> {
    for (const [from, to] of slices(members, SLICE)) {
      const paid = indexes.subarray(from, to).filter((index) => (payable[index] as number) > 0)
      if (paid.length === 0) continue
      const paidMemberIds = paid.map((index) => memberIds[index] as number)
      const amounts = Float64Array.from(paid, (index) => payable[index] as number)
      yield { rows: paid.length, columns: [{ text: stored.month }, { values: paidMemberIds }, { values: amounts }] }
    }
  }

  const salesBonusCents = sumColumn(cards.salesBonusCents)
  const levelBonusCents = sumColumn(cards.levelBonusCents)
  // Reversals and corrections are not paid for the month's orders.
  const paidOtherwise = sumColumn(input.booked.lines.amountCents) + sumColumn(input.booked.corrections.amountCents)
  return {
    slices: generateCardSlices(),
    payouts: generatePayoutSlices(),
    payable,
    sums: {
      members,
      totalSalesCents: sumColumn(cards.totalSalesCents),
      salesBonusCents,
      levelBonusCents,
      payableCents: sumColumn(payable),
      keptCents: sumMaxCosts(stored) - (salesBonusCents + levelBonusCents - paidOtherwise),
    },
  }
}

/** Legs that reach the level required by the next level; 0 at the top, and if none are required. */
export function countNextLegs(
  levels: StoredMonth['plan']['levels'],
  level: Uint8Array,
  legsAtLeast: MonthRun['legsAtLeast'],
): Int32Array {
  const requiredLegs = LEVEL_CODES.map((code) => legsAtLeast.get(levels[code]?.legLevel ?? 0))
  return Int32Array.from(level, (code, index) => requiredLegs[code - 1]?.[index] ?? 0)
}

/**
 * All values are whole numbers, and so is their sum: a sum beyond 2⁵³ would have been refused for a single member
 * earlier.
 */
function sumColumn(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  if (!Number.isSafeInteger(sum)) throw new RangeError("the month's total exceeds the safe integers")
  return sum
}

/** Maximum cost of the month's orders (docs/plan §0.6), in cents. */
function sumMaxCosts({ plan, input }: StoredMonth): number {
  let sum = 0
  for (const value of input.orders.cvCents) sum += computeCeiling(plan, value as Cents)
  return sum
}
