import type { Actor } from '#server/audit/actor.ts'
import { recordAction } from '#server/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'

export type StaffActor = Extract<Actor, { kind: 'staff' }>
export type ViewFields = { name: string; query: string; shared: boolean }
export type ViewRefusal =
  | { code: 'name_taken' | 'may_not_share' | 'too_many' | 'unknown' }
  | { code: 'changed'; version: number }

/** Two names that people would take for one. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

type Recorded = { view: number; name: string; shared: boolean }

/**
 * Writes what somebody did with a view of theirs into the audit log. Not its query: what is searched for names people,
 * whom erasing would not find there.
 */
export const recordView = (
  trx: Transaction,
  actor: StaffActor,
  action: string,
  change: { before?: Recorded; after?: Recorded & { query?: 'changed' } },
): Promise<void> => recordAction(trx, actor, { action, subject: { kind: 'staff', id: actor.staffId }, ...change })
