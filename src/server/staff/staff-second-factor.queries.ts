import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { StaffId } from '#server/platform/database/tables.generated.ts'

/** Returns false if one is active already. */
export async function replaceUnconfirmed(trx: Transaction, staffId: StaffId, sealedSecret: Buffer): Promise<boolean> {
  const row = await trx
    .insertInto('staff_second_factors')
    .values({ staff_id: staffId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('staff_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: sql`now()` })
        .where('staff_second_factors.confirmed_at', 'is', null),
    )
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findFactor = (
  trx: Transaction,
  staffId: StaffId,
): Promise<{ sealed_secret: Buffer; confirmed_at: Date | null } | undefined> =>
  trx
    .selectFrom('staff_second_factors')
    .select(['sealed_secret', 'confirmed_at'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()

export async function setConfirmed(trx: Transaction, staffId: StaffId, hashes: readonly Buffer[]): Promise<void> {
  await trx
    .updateTable('staff_second_factors')
    .set({ confirmed_at: sql`now()` })
    .where('staff_id', '=', staffId)
    .execute()
  await trx
    .insertInto('staff_recovery_codes')
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })))
    .execute()
}

/** Returns false if this code or a later one was used before. */
export async function takeStep(trx: Transaction, staffId: StaffId, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('staff_second_factors')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function takeRecoveryCode(
  trx: Transaction,
  staffId: StaffId,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const row = await trx
    .deleteFrom('staff_recovery_codes')
    .where('staff_id', '=', staffId)
    .where('code_hash', 'in', hashes)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces everything with a confirmed secret and its recovery codes. */
export async function replaceFactor(
  trx: Transaction,
  staffId: StaffId,
  { sealedSecret, step, hashes }: { sealedSecret: Buffer; step: number; hashes: readonly Buffer[] },
): Promise<void> {
  await deleteFactor(trx, staffId)
  await trx
    .insertInto('staff_second_factors')
    .values({ staff_id: staffId, sealed_secret: sealedSecret, last_step: step })
    .execute()
  await setConfirmed(trx, staffId, hashes)
}

export async function replaceRecoveryCodes(
  trx: Transaction,
  staffId: StaffId,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute()
  await trx
    .insertInto('staff_recovery_codes')
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash })))
    .execute()
}

export async function findFactorState(db: Database, staffId: StaffId): Promise<{ isOn: boolean; codesLeft: number }> {
  const { rows } = await sql<{ isOn: boolean; codesLeft: number }>`
    select exists (select from staff_second_factors where staff_id = ${staffId} and confirmed_at is not null) as "isOn",
      (select count(*)::int from staff_recovery_codes where staff_id = ${staffId}) as "codesLeft"`.execute(db)
  return rows[0] ?? { isOn: false, codesLeft: 0 }
}

export async function setSealedSecret(trx: Transaction, staffId: StaffId, sealedSecret: Buffer): Promise<void> {
  await trx
    .updateTable('staff_second_factors')
    .set({ sealed_secret: sealedSecret })
    .where('staff_id', '=', staffId)
    .execute()
}

export async function deleteFactor(trx: Transaction, staffId: StaffId): Promise<void> {
  await trx.deleteFrom('staff_second_factors').where('staff_id', '=', staffId).execute()
}
