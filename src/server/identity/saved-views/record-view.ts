import type { ViewArea } from '#contract/identity/saved-views.ts'
import type { Refusal } from '#domain/result.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { recordAction } from '#server/identity/audit/record-action.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffViewId } from '#server/platform/database/tables.generated.ts'

export type StaffActor = Extract<Actor, { kind: 'staff' }>
export type ViewFields = { name: string; query: string; shared: boolean }
export type ViewRefusal = Refusal<'name_taken' | 'not_permitted' | 'too_many_views' | 'not_found'>
export type ChangeViewRefusal = ViewRefusal | { code: 'stale'; viewId: StaffViewId; area: ViewArea }

/** Compares names ignoring case, because people would confuse them. */
export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

type ViewAction = { view: number; name: string; shared: boolean }

/**
 * Logs an action on a user's own view. Its query is left out, because search terms name people and erasing would not
 * find them there.
 */
export const recordView = (
  trx: Transaction,
  actor: StaffActor,
  action: string,
  change: { before?: ViewAction; after?: ViewAction & { query?: 'changed' } },
): Promise<void> => recordAction(trx, actor, { action, subject: { kind: 'staff', id: actor.staffId }, ...change })
