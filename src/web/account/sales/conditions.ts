import type { LevelCondition } from '#contract/sales.ts'
import { formatWhole } from './figures.ts'
import { levelName } from './levels.ts'

const kinds = { personal_pv: 'Personal PV', group_pv: 'Group PV', customer_pv: 'Customer PV' } as const

/** What a condition of a level counts (docs/plan §5). */
export const conditionName = ({ kind, leg_level }: LevelCondition): string =>
  kind === 'legs' ? `Legs with ${levelName(leg_level)} or above` : kinds[kind]

/** `30 group PV to go`; nothing once it holds. */
export function toGo({ kind, missing }: LevelCondition): string | undefined {
  if (missing <= 0) return undefined
  if (kind === 'legs') return `${missing} ${missing === 1 ? 'leg' : 'legs'} to go`
  const [word = '', ...rest] = kinds[kind].split(' ')
  return `${formatWhole(missing)} ${word.toLowerCase()} ${rest.join(' ')} to go`
}

/** Those that ask for something: a level without a customer column says nothing of customers. */
export const asking = (conditions: readonly LevelCondition[]): LevelCondition[] =>
  conditions.filter(({ need }) => need > 0)

/** How much of a condition is there, from 0 to 1; more came back than was sold is nothing. */
export const share = ({ have, need }: LevelCondition): number => Math.min(1, Math.max(0, have / need))
