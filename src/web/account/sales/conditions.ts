import type { LevelCondition } from '#contract/compensation/sales.ts'
import { formatWhole } from '#domain/money/whole-number.ts'

const kinds = { personal_pv: 'Personal PV', group_pv: 'Group PV', customer_pv: 'Customer PV' } as const

/** Describes what a condition of a level counts (docs/plan §5). */
export const conditionName = ({ kind, leg_level_name }: LevelCondition): string =>
  kind === 'legs' ? `Legs with ${leg_level_name} or above` : kinds[kind]

/** Returns `30 group PV to go`; undefined once the condition is met. */
export function remainingLabel({ kind, missing }: LevelCondition): string | undefined {
  if (missing <= 0) return undefined
  if (kind === 'legs') return `${missing} ${missing === 1 ? 'leg' : 'legs'} to go`
  const [firstWord = '', ...otherWords] = kinds[kind].split(' ')
  return `${formatWhole(missing)} ${firstWord.toLowerCase()} ${otherWords.join(' ')} to go`
}

/** Omits conditions that require nothing, such as a customer PV of 0. */
export const requiredConditions = (conditions: readonly LevelCondition[]): LevelCondition[] =>
  conditions.filter(({ need }) => need > 0)

/** Fraction of a condition that is met, from 0 to 1; 0 when returns exceed sales. */
export const conditionProgress = ({ have, need }: LevelCondition): number => Math.min(1, Math.max(0, have / need))
