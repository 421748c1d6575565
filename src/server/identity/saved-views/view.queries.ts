import { type Insertable, sql, type Updateable } from 'kysely'
import type { StaffView, ViewArea } from '#contract/identity/saved-views.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId, StaffViewId, StaffViewsTable } from '#server/platform/database/tables.generated.ts'

/** Maximum number of a person's views per list. */
export const MAX_VIEWS = 100

export async function findViews(db: Database, staffId: StaffId, area: ViewArea): Promise<StaffView[]> {
  const { rows } = await sql<StaffView>`
    select view.id, area, view.name, query, shared, version::text as version, staff_id = ${staffId} as personal, staff.email as created_by
      from staff_views view join staff on staff.id = staff_id
     where area = ${area} and (staff_id = ${staffId} or shared)
     order by lower(view.name), view.id`.execute(db)
  return rows
}

/** Locks the view until the transaction ends; undefined if it belongs to someone else or was deleted. */
export const lockView = (trx: Transaction, staffId: StaffId, viewId: number) =>
  trx
    .selectFrom('staff_views')
    .selectAll()
    .where('id', '=', viewId as StaffViewId)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()

/** Serializes a person's changes: two views with one name, saved at once, see each other. */
export async function lockViews(trx: Transaction, staffId: StaffId): Promise<void> {
  await trx.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
}

export const findViewNames = (trx: Transaction, staffId: StaffId, area: ViewArea) =>
  trx
    .selectFrom('staff_views')
    .select(['id', 'name'])
    .where('staff_id', '=', staffId)
    .where('area', '=', area)
    .execute()

export async function insertView(trx: Transaction, view: Insertable<StaffViewsTable>): Promise<StaffViewId> {
  const { id } = await trx.insertInto('staff_views').values(view).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateView(trx: Transaction, id: StaffViewId, changes: Updateable<StaffViewsTable>) {
  await trx
    .updateTable('staff_views')
    .set({ ...changes, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function removeView(trx: Transaction, id: StaffViewId): Promise<void> {
  await trx.deleteFrom('staff_views').where('id', '=', id).execute()
}
