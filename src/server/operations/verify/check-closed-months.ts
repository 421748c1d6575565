import type { Month } from '#domain/calendar/month.ts'
import { computeOneLevelUp } from '#domain/compensation/month/one-level-up.ts'
import { runMonth } from '#domain/compensation/month/run-month.ts'
import { countNextLegs } from '#server/compensation/close/card-rows.ts'
import { hashInputs } from '#server/compensation/close/hash-inputs.ts'
import { buildIndexById, readMonth, type StoredMonth } from '#server/compensation/close/month-input.ts'
import type { RowSource } from '#server/platform/database/copy-out.ts'
import { findMemberNumbers } from './check.queries.ts'
import { type ComputedFigures, findMonthsClosedHere, readComputedFigures } from './closed-cards.queries.ts'

/** More lines of one kind add no information. */
const MAX_LINES = 100

/**
 * Recomputes each closed month from its frozen inputs (docs/plan §13.6): the inputs must have the hash from the close,
 * and the cards must match in levels, bonuses, and the requirements and pay of the next level.
 */
export async function checkClosedMonths(source: RowSource): Promise<string[]> {
  const findings: string[] = []
  for (const { month, hash } of await findMonthsClosedHere(source.db)) {
    findings.push(...(await checkMonth(source, month, hash)))
  }
  return findings
}

async function checkMonth(source: RowSource, month: Month, hash: Buffer | null): Promise<string[]> {
  const stored = await readMonth(source, month)
  const findings: string[] = []
  if (!hash?.equals(hashInputs(stored))) {
    findings.push(
      `Month ${month}: its plan, members, orders, returns or corrections are not those that it was closed with.`,
    )
  }
  try {
    findings.push(...(await checkCards(source, stored)))
  } catch (error) {
    // Corrupt inputs may not form a network anymore.
    if (!(error instanceof RangeError)) throw error
    findings.push(`Month ${month} cannot be computed again: ${error.message}.`)
  }
  return findings
}

async function checkCards(source: RowSource, stored: StoredMonth): Promise<string[]> {
  const { month, memberIds } = stored
  const computeFigures = await recompute(stored)
  const indexById = buildIndexById(memberIds)
  const differing: { memberId: number; difference: string }[] = []
  let omitted = 0
  await readComputedFigures(source, month, (memberId, figures) => {
    const computed = computeFigures(indexById[memberId] as number)
    if (isSame(figures, computed)) return
    if (differing.length === MAX_LINES) omitted++
    else
      differing.push({
        memberId,
        difference: `the card says ${describeFigures(figures)}; recomputed: ${describeFigures(computed)}.`,
      })
  })
  const numbers = await findMemberNumbers(
    source.db,
    differing.map(({ memberId }) => memberId),
  )
  const findings = differing.map(
    ({ memberId, difference }) => `Month ${month}, member ${numbers.get(memberId) ?? memberId}: ${difference}`,
  )
  if (omitted > 0) findings.push(`… and ${omitted} more of month ${month}.`)
  return findings
}

async function recompute({ plan, input }: StoredMonth): Promise<(index: number) => ComputedFigures> {
  const run = await runInSlices(runMonth(plan, input))
  const gain = await runInSlices(computeOneLevelUp(plan, input, run))
  const { level, salesBonusCents, levelBonusCents } = run.cards
  const nextLegs = countNextLegs(plan.levels, level, run.legsAtLeast)
  return (index) => ({
    level: level[index] as number,
    salesBonusCents: salesBonusCents[index] as number,
    levelBonusCents: levelBonusCents[index] as number,
    nextLegs: nextLegs[index] as number,
    nextLevelCents: gain[index] as number,
  })
}

/** Yields to other requests between slices. */
async function runInSlices<Result>(slices: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const step = slices.next()
    if (step.done) return step.value
    await new Promise((next) => setImmediate(next))
  }
}

const isSame = (one: ComputedFigures, other: ComputedFigures): boolean =>
  one.level === other.level &&
  one.salesBonusCents === other.salesBonusCents &&
  one.levelBonusCents === other.levelBonusCents &&
  one.nextLegs === other.nextLegs &&
  one.nextLevelCents === other.nextLevelCents

const describeFigures = ({
  level,
  salesBonusCents,
  levelBonusCents,
  nextLegs,
  nextLevelCents,
}: ComputedFigures): string =>
  `level ${level}, bonuses of ${salesBonusCents} and ${levelBonusCents} cents, ${nextLegs} legs and ` +
  `${nextLevelCents} cents more for the next level`
