import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Puts a member enrolled in this transaction below a sponsor; a trigger has enrolled them without one. */
export async function setEnrollmentSponsor(trx: Transaction, memberId: UserId, sponsorId: UserId): Promise<void> {
  await trx.updateTable('sponsorships').set({ sponsor_id: sponsorId }).where('member_id', '=', memberId).execute()
}
