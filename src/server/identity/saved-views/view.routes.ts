import type { FastifyInstance } from 'fastify'
import { adminPaths } from '#contract/admin-paths.ts'
import { toCurrentSearch } from '#contract/former-urls.ts'
import {
  changeViewCall,
  deleteViewCall,
  type StaffView,
  saveViewCall,
  staffViewsCall,
  type ViewArea,
} from '#contract/identity/saved-views.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { StaffId, StaffViewId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { makeStaffPolicies } from '../staff/find-staff.ts'
import { changeView } from './change-view.ts'
import { deleteView } from './delete-view.ts'
import { saveView } from './save-view.ts'
import { viewChanged, viewProblem } from './view.errors.ts'
import { findViews } from './view.queries.ts'

/** Serves the saved views of lists (docs/back-office §3, List). */
export function viewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)

  serve(app, staffViewsCall, permitted(staffViewsCall), async ({ query: { area }, caller }) => ({
    views: (await findViews(db, caller.id, area)).map(withCurrentQuery),
  }))

  serve(app, saveViewCall, permitted(saveViewCall), async ({ body, caller }) => {
    const saved = await inTransaction(db, (trx) => saveView(trx, caller.actor, body))
    if (!saved.ok) throw viewProblem(saved.refusal)
    return present(caller.id, body.area, saved.viewId)
  })

  serve(app, changeViewCall, permitted(changeViewCall), async ({ params, body, caller }) => {
    const { expected_version: expectedVersion, name, query, shared } = body
    const changes = {
      ...(name !== undefined && { name }),
      ...(query !== undefined && { query }),
      ...(shared !== undefined && { shared }),
    }
    const change = { viewId: params.view_id, expectedVersion, changes }
    const changed = await inTransaction(db, (trx) => changeView(trx, caller.actor, change))
    if (changed.ok) return present(caller.id, changed.area, changed.viewId)
    const { refusal } = changed
    if (refusal.code !== 'stale') throw viewProblem(refusal)
    throw problem(refusal.code, viewChanged, { current: await present(caller.id, refusal.area, refusal.viewId) })
  })

  serve(app, deleteViewCall, permitted(deleteViewCall), async ({ params, caller }) => {
    const deleted = await inTransaction(db, (trx) => deleteView(trx, caller.actor, params.view_id))
    if (!deleted.ok) throw viewProblem(deleted.refusal)
    return { deleted: true as const }
  })

  async function present(staffId: StaffId, area: ViewArea, viewId: StaffViewId) {
    const view = (await findViews(db, staffId, area)).find(({ id }) => id === viewId)
    // Deleted in the meantime in another window.
    if (!view) throw notFound()
    return withCurrentQuery(view)
  }
}

/** A view that an earlier release saved may have former parameters. */
const withCurrentQuery = (view: StaffView): StaffView => ({
  ...view,
  query: toCurrentSearch(adminPaths[view.area], view.query),
})
