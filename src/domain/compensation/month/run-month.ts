import type { Plan } from '../plan/plan.ts'
import { CORRECTED_BONUSES } from '../rules/correction.ts'
import { isLevelBonus, LINE_KINDS, type LineKind } from '../rules/line.ts'
import { addTo, type Cards, type LineColumns, type MonthInput, makeCards, makeLines } from './columns.ts'
import { type LevelsPass, startLevels } from './levels-pass.ts'
import { startPaying } from './pay-pass.ts'
import { startUplines } from './uplines-pass.ts'
import { addVolumes } from './volumes-pass.ts'

/** Progress after a piece of work. Only the stage `lines` has lines: views that are valid until the next piece. */
export type Slice = { stage: Stage; done: number; lines: LineColumns | undefined }
export type Stage = 'volumes' | 'legs' | 'leaves' | 'levels' | 'uplines' | 'lines' | 'totals'

export type MonthRun = {
  cards: Cards
  childrenFirst: LevelsPass['childrenFirst']
  legsAtLeast: LevelsPass['legsAtLeast']
}

/** Members or orders per slice: a few milliseconds, regardless of the size of the network. */
export const SLICE = 50_000

/**
 * Computes the whole month in O(members + orders) over columns (docs/plan §16). It yields after each slice, so that the
 * caller can do other work in between, hands out each slice of lines once without keeping it, and returns the cards.
 * The result depends neither on the order of the orders nor on the slice size. Throws a RangeError on a cycle and on
 * sums beyond 2⁵³.
 */
export function* runMonth(plan: Plan, input: MonthInput, slice = SLICE): Generator<Slice, MonthRun> {
  const { tree, orders, booked } = input
  const members = tree.sponsor.length
  if (tree.active.length !== members) throw new RangeError('every member must have a sponsor and a status')
  const cards = makeCards(members)

  for (const [from, to] of slices(orders.credited.length, slice)) {
    addVolumes(cards, orders, from, to, 0)
    yield { stage: 'volumes', done: to, lines: undefined }
  }
  addVolumes(cards, booked.volumes, 0, booked.volumes.credited.length, undefined)

  const levels = startLevels(plan, tree, cards)
  const { childrenFirst, legsAtLeast } = levels
  yield* runOverMembers('legs', levels.countLegs)
  yield* runOverMembers('leaves', levels.findLeaves)
  yield* runOverMembers('levels', (from, to) => levels.advance(to - from))
  const { uplines, advance } = startUplines(plan, tree, { level: cards.level, childrenFirst })
  yield* runOverMembers('uplines', (from, to) => advance(to - from))

  addBookedLines(cards, booked.lines)
  addCorrections(cards, booked.corrections)
  const pay = startPaying(plan, orders, cards, uplines, slice)
  for (const [from, to] of slices(orders.credited.length, slice)) {
    yield { stage: 'lines', done: to, lines: pay(from, to) }
  }
  yield* runOverMembers('totals', (from, to) => addTotals(cards, from, to))
  return { cards, childrenFirst, legsAtLeast }

  function* runOverMembers(stage: Stage, work: (from: number, to: number) => void): Generator<Slice> {
    for (const [from, to] of slices(members, slice)) {
      work(from, to)
      yield { stage, done: to, lines: undefined }
    }
  }
}

/** The indexes from 0 on, in ranges of at most `size`. */
export function* slices(length: number, size: number): Generator<[from: number, to: number]> {
  for (let from = 0; from < length; from += size) yield [from, Math.min(length, from + size)]
}

function addBookedLines(cards: Cards, { payee, kind, amountCents }: MonthInput['booked']['lines']): void {
  for (let index = 0; index < payee.length; index++) {
    const amount = amountCents[index] as number
    const member = payee[index] as number
    if (!Number.isSafeInteger(amount)) throw new RangeError(`booked line at ${index}: cents must be a whole number`)
    if (member < 0 || member >= cards.level.length)
      throw new RangeError(`booked line at ${index}: the payee does not exist`)
    addTo(
      isLevelBonus(LINE_KINDS[kind[index] as number] as LineKind) ? cards.levelBonusCents : cards.salesBonusCents,
      member,
      amount,
    )
  }
}

function addCorrections(cards: Cards, { member, bonus, amountCents }: MonthInput['booked']['corrections']): void {
  for (let index = 0; index < member.length; index++) {
    const amount = amountCents[index] as number
    const memberIndex = member[index] as number
    if (!Number.isSafeInteger(amount)) throw new RangeError(`correction at ${index}: cents must be a whole number`)
    if (memberIndex < 0 || memberIndex >= cards.level.length)
      throw new RangeError(`correction at ${index}: the member does not exist`)
    const isLevel = CORRECTED_BONUSES[bonus[index] as number] === 'level'
    addTo(isLevel ? cards.levelBonusCents : cards.salesBonusCents, memberIndex, amount)
  }
}

function addTotals({ salesBonusCents, levelBonusCents, totalBonusCents }: Cards, from: number, to: number): void {
  for (let member = from; member < to; member++) {
    addTo(totalBonusCents, member, salesBonusCents[member] as number)
    addTo(totalBonusCents, member, levelBonusCents[member] as number)
  }
}

/** Computes the month in one go with all its lines in memory, for previews and small networks. */
export function computeMonth(plan: Plan, input: MonthInput, slice = SLICE): MonthRun & { lines: LineColumns } {
  const run = runMonth(plan, input, slice)
  const copies: LineColumns[] = []
  for (;;) {
    const step = run.next()
    if (step.done) return { ...step.value, lines: joinLines(copies) }
    if (step.value.lines) copies.push(copyLines(step.value.lines))
  }
}

const COLUMNS = Object.keys(makeLines(0)) as (keyof LineColumns)[]

function copyLines(lines: LineColumns): LineColumns {
  const copy = makeLines(lines.order.length)
  for (const column of COLUMNS) copy[column].set(lines[column])
  return copy
}

function joinLines(parts: readonly LineColumns[]): LineColumns {
  const combined = makeLines(parts.reduce((sum, part) => sum + part.order.length, 0))
  let index = 0
  for (const part of parts) {
    for (const column of COLUMNS) combined[column].set(part[column], index)
    index += part.order.length
  }
  return combined
}
