import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { AccountTables } from './account-tables.ts'

export type StoredFactor = { sealed_secret: Buffer; confirmed_at: Date | null }

/** Creates the statements for the second factors of one kind of account. */
export function createSecondFactorQueries<Id extends number>({
  secondFactors,
  recoveryCodes,
  owner,
}: AccountTables<Id>) {
  const [factors, codes, ownerId] = [sql.table(secondFactors), sql.table(recoveryCodes), sql.ref(owner)]

  async function insertCodes(trx: Transaction, id: Id, hashes: readonly Buffer[]): Promise<void> {
    await sql`insert into ${codes} (${ownerId}, code_hash)
      values ${sql.join(hashes.map((hash) => sql`(${id}, ${hash})`))}`.execute(trx)
  }

  return {
    /** Replaces an unfinished setup. Returns false if a second factor is already on. */
    async replaceUnconfirmed(trx: Transaction, id: Id, sealedSecret: Buffer): Promise<boolean> {
      const { rows } =
        await sql`insert into ${factors} as factor (${ownerId}, sealed_secret) values (${id}, ${sealedSecret})
        on conflict (${ownerId}) do update set sealed_secret = excluded.sealed_secret, created_at = now()
          where factor.confirmed_at is null
        returning 1`.execute(trx)
      return rows.length === 1
    },

    async find(trx: Transaction, id: Id): Promise<StoredFactor | undefined> {
      const { rows } = await sql<StoredFactor>`
        select sealed_secret, confirmed_at from ${factors} where ${ownerId} = ${id}`.execute(trx)
      return rows[0]
    },

    async setConfirmed(trx: Transaction, id: Id, hashes: readonly Buffer[]): Promise<void> {
      await sql`update ${factors} set confirmed_at = now() where ${ownerId} = ${id}`.execute(trx)
      await insertCodes(trx, id, hashes)
    },

    /** Returns false if this code or a later one was used before. */
    async takeStep(trx: Transaction, id: Id, step: number): Promise<boolean> {
      const { rows } = await sql`update ${factors} set last_step = ${step}
        where ${ownerId} = ${id} and last_step < ${step} returning 1`.execute(trx)
      return rows.length === 1
    },

    async takeRecoveryCode(trx: Transaction, id: Id, hashes: readonly Buffer[]): Promise<boolean> {
      const { rows } = await sql`delete from ${codes}
        where ${ownerId} = ${id} and code_hash in (${sql.join(hashes)}) returning 1`.execute(trx)
      return rows.length > 0
    },

    async replaceRecoveryCodes(trx: Transaction, id: Id, hashes: readonly Buffer[]): Promise<void> {
      await sql`delete from ${codes} where ${ownerId} = ${id}`.execute(trx)
      await insertCodes(trx, id, hashes)
    },

    /** Stores the secret sealed with the shop's new secret. */
    async setSealedSecret(trx: Transaction, id: Id, sealedSecret: Buffer): Promise<void> {
      await sql`update ${factors} set sealed_secret = ${sealedSecret} where ${ownerId} = ${id}`.execute(trx)
    },

    async findState(db: Database, id: Id): Promise<{ isOn: boolean; codesLeft: number }> {
      const { rows } = await sql<{ isOn: boolean; codesLeft: number }>`
        select exists (select from ${factors} where ${ownerId} = ${id} and confirmed_at is not null) as "isOn",
          (select count(*)::int from ${codes} where ${ownerId} = ${id}) as "codesLeft"`.execute(db)
      return rows[0] ?? { isOn: false, codesLeft: 0 }
    },

    /** Its recovery codes go with it. */
    async remove(trx: Transaction, id: Id): Promise<void> {
      await sql`delete from ${factors} where ${ownerId} = ${id}`.execute(trx)
    },
  }
}
