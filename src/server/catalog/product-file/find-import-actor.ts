import { hasPermission } from '#contract/permissions.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { findStaffAccount } from '#server/identity/staff/find-staff-account.ts'
import type { Services } from '#server/platform/services.ts'
import type { ImportRun } from './product-import.queries.ts'

/** Finds the staff member for whom a job works; undefined if they may no longer change products. */
export async function findImportActor(
  { db }: Pick<Services, 'db'>,
  { acted_by_id, requested_by_id }: ImportRun,
): Promise<Actor | undefined> {
  const staff = await findStaffAccount(db, acted_by_id ?? requested_by_id)
  if (!staff?.active || !hasPermission(staff.role, 'products.change')) return undefined
  return { kind: 'staff', staffId: staff.id, email: staff.email, role: staff.role }
}
