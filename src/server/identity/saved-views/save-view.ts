import type { ViewArea } from '#contract/identity/saved-views.ts'
import { hasPermission } from '#contract/permissions.ts'
import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId, StaffViewId } from '#server/platform/database/tables.generated.ts'
import { isSameName, recordView, type StaffActor, type ViewFields, type ViewRefusal } from './record-view.ts'
import { findViewNames, insertView, lockViews, MAX_VIEWS } from './view.queries.ts'

/** Saves a list's filters, sort and columns as a view of the user. */
export async function saveView(
  trx: Transaction,
  actor: StaffActor,
  view: ViewFields & { area: ViewArea },
): Promise<Result<{ viewId: StaffViewId }, ViewRefusal>> {
  const staffId = actor.staffId as StaffId
  if (view.shared && !hasPermission(actor.role, 'views.share')) return refuse({ code: 'not_permitted' })
  await lockViews(trx, staffId)
  const existing = await findViewNames(trx, staffId, view.area)
  if (existing.length >= MAX_VIEWS) return refuse({ code: 'too_many_views' })
  if (existing.some(({ name }) => isSameName(name, view.name))) return refuse({ code: 'name_taken' })
  const viewId = await insertView(trx, { ...view, staff_id: staffId })
  await recordView(trx, actor, 'view.saved', { after: { view: viewId, name: view.name, shared: view.shared } })
  return { ok: true, viewId }
}
