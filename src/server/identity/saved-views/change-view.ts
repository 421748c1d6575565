import type { ViewArea } from '#contract/identity/saved-views.ts'
import { hasPermission } from '#contract/permissions.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId, StaffViewId } from '#server/platform/database/tables.generated.ts'
import { type ChangeViewRefusal, isSameName, recordView, type StaffActor, type ViewFields } from './record-view.ts'
import { findViewNames, lockView, lockViews, updateView } from './view.queries.ts'

/** Renames a view of the user or changes its query; refuses an outdated version. */
export async function changeView(
  trx: Transaction,
  actor: StaffActor,
  { viewId, expectedVersion, changes }: { viewId: number; expectedVersion: string; changes: Partial<ViewFields> },
): Promise<Result<{ viewId: StaffViewId; area: ViewArea }, ChangeViewRefusal>> {
  const staffId = actor.staffId as StaffId
  await lockViews(trx, staffId)
  const view = await lockView(trx, staffId, viewId)
  if (!view) return refuse({ code: 'not_found' })
  const { id, version, name, query, shared } = view
  const area = view.area as ViewArea
  if (String(version) !== expectedVersion) return refuse({ code: 'stale', viewId: id, area })
  if (changes.shared && !shared && !hasPermission(actor.role, 'views.share')) return refuse({ code: 'not_permitted' })
  const { name: newName } = changes
  if (newName !== undefined) {
    const existing = await findViewNames(trx, staffId, area)
    if (existing.some((other) => other.id !== id && isSameName(other.name, newName)))
      return refuse({ code: 'name_taken' })
  }
  await updateView(trx, id, changes)
  await recordView(trx, actor, 'view.changed', {
    before: { view: id, name, shared },
    after: {
      view: id,
      name: newName ?? name,
      shared: changes.shared ?? shared,
      ...(changes.query !== undefined && changes.query !== query && { query: 'changed' }),
    },
  })
  return { ok: true, viewId: id, area }
}
