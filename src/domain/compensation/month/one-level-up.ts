import { type Cents, portion } from '#domain/money/money.ts'
import { getLevelRow, LEVEL_CODES, type Plan } from '../plan/plan.ts'
import { addTo, type MonthInput, type OrderColumns } from './columns.ts'
import { type MonthRun, SLICE, slices } from './run-month.ts'

/**
 * For each member, how many cents more the month so far would have paid one level up if nobody else changed (docs/plan
 * §12.3); 0 at the top level and for ineligible members. From level L to L+1 a member gains R(L+1) − R(L) on every
 * order below that nobody in between covers above L. One pass per level, children first, so O(9 × (members + orders));
 * yields after each slice.
 */
export function* computeOneLevelUp(
  plan: Plan,
  { tree, orders }: MonthInput,
  run: MonthRun,
  slice = SLICE,
): Generator<void, Float64Array> {
  const { sponsor, active } = tree
  const { level } = run.cards
  const gain = new Float64Array(sponsor.length)
  const presentLevels = new Set(level)

  for (const code of LEVEL_CODES.slice(0, -1)) {
    if (!presentLevels.has(code)) continue
    const openCents = new Float64Array(sponsor.length)
    const rates = [getLevelRow(plan, code).rateBp, getLevelRow(plan, code + 1).rateBp] as const
    for (const [from, to] of slices(orders.credited.length, slice)) {
      addGaps(openCents, orders, rates, from, to)
      yield
    }
    for (const [from, to] of slices(sponsor.length, slice)) {
      passUp(code, openCents, from, to)
      yield
    }
  }
  return gain

  function passUp(code: number, openCents: Float64Array, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const member = run.childrenFirst[index] as number
      const memberLevel = level[member] as number
      if (active[member] === 1 && memberLevel === code) gain[member] = openCents[member] as number
      const parent = sponsor[member] as number
      // Ineligible members have level 1, so they cover nothing for those above here either.
      if (parent !== -1 && memberLevel <= code) addTo(openCents, parent, openCents[member] as number)
    }
  }
}

function addGaps(
  openCents: Float64Array,
  { credited, cvCents }: OrderColumns,
  [rateBp, nextBp]: readonly [number, number],
  from: number,
  to: number,
): void {
  for (let order = from; order < to; order++) {
    const member = credited[order] as number
    if (member === -1) continue
    const value = cvCents[order] as Cents
    addTo(openCents, member, portion(nextBp, value) - portion(rateBp, value))
  }
}
