import { type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'
import { recordView, type StaffActor, type ViewRefusal } from './record-view.ts'
import { lockView, removeView } from './view.queries.ts'

/** Deletes a view of the user. */
export async function deleteView(
  trx: Transaction,
  actor: StaffActor,
  viewId: number,
): Promise<Result<unknown, ViewRefusal>> {
  const view = await lockView(trx, actor.staffId as StaffId, viewId)
  if (!view) return refuse({ code: 'not_found' })
  const { id, name, shared } = view
  await removeView(trx, id)
  await recordView(trx, actor, 'view.deleted', { before: { view: id, name, shared } })
  return { ok: true }
}
