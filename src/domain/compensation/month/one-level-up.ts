import { type Cents, portion } from '#domain/money/money.ts'
import { LEVEL_CODES, levelRow, type Plan } from '../plan/plan.ts'
import { addTo, type MonthInput, type OrderColumns } from './columns.ts'
import { type MonthRun, SLICE, slices } from './run-month.ts'

/**
 * For each member, how many cents more the month so far would have paid one level up if nobody else changed (docs/plan
 * §12.3); 0 at the top level and for ineligible members. From level L to L+1 a member gains R(L+1) − R(L) on every
 * order below that nobody in between covers above L. One pass per level, children first, so O(9 × (members + orders));
 * yields after each slice.
 */
export function* oneLevelUp(
  plan: Plan,
  { tree, orders }: MonthInput,
  run: MonthRun,
  slice = SLICE,
): Generator<void, Float64Array> {
  const { sponsor, active } = tree
  const { level } = run.cards
  const gain = new Float64Array(sponsor.length)
  const held = new Set(level)

  for (const code of LEVEL_CODES.slice(0, -1)) {
    if (!held.has(code)) continue
    const open = new Float64Array(sponsor.length)
    const rates = [levelRow(plan, code).rateBp, levelRow(plan, code + 1).rateBp] as const
    for (const [from, to] of slices(orders.credited.length, slice)) {
      addGaps(open, orders, rates, from, to)
      yield
    }
    for (const [from, to] of slices(sponsor.length, slice)) {
      passUp(code, open, from, to)
      yield
    }
  }
  return gain

  function passUp(code: number, open: Float64Array, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const member = run.childrenFirst[index] as number
      const own = level[member] as number
      if (active[member] === 1 && own === code) gain[member] = open[member] as number
      const above = sponsor[member] as number
      // Ineligible members have level 1, so they cover nothing for those above here either.
      if (above !== -1 && own <= code) addTo(open, above, open[member] as number)
    }
  }
}

function addGaps(
  open: Float64Array,
  { credited, cvCents }: OrderColumns,
  [rateBp, nextBp]: readonly [number, number],
  from: number,
  to: number,
): void {
  for (let order = from; order < to; order++) {
    const member = credited[order] as number
    if (member === -1) continue
    const value = cvCents[order] as Cents
    addTo(open, member, portion(nextBp, value) - portion(rateBp, value))
  }
}
