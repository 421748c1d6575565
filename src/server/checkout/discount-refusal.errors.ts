import type { FastifyRequest } from 'fastify'
import type { Staff } from '#server/identity/staff/find-staff.ts'
import { recordRefusal } from '#server/identity/staff/record-refusal.ts'
import type { Database } from '#server/platform/database/connection.ts'

/** Writes a discount refused because of the role or a missing proof to the audit log, like every other refused call. */
export async function recordDiscountRefusal(
  db: Database,
  request: FastifyRequest,
  staff: Staff,
  { code }: { code: string },
): Promise<void> {
  if (code === 'discount_above_role') await recordRefusal(db, request, staff.actor, 'discount above the role')
  if (code === 'reauthentication_required') await recordRefusal(db, request, staff.actor, 'needs a fresh proof')
}
