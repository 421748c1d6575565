import { sql } from 'kysely'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import type { Connection } from '#server/platform/database/connection.ts'

class RolledBack extends Error {
  readonly findings: string[]
  constructor(findings: string[]) {
    super('undone')
    this.findings = findings
  }
}

/** Returns the findings of verify after some damage, which is rolled back. */
export async function verifyAfterDamage({ db }: Connection, dataDir: string, damage: string): Promise<string[]> {
  try {
    await db.transaction().execute(async (trx) => {
      // Disables triggers and foreign keys, which would prevent the damage.
      await sql`set local session_replication_role = 'replica'`.execute(trx)
      await sql.raw(damage).execute(trx)
      // Triggers maintain the dashboard's figures; another test covers them.
      await sql`select rebuild_figures()`.execute(trx)
      throw new RolledBack((await verifyShop(trx, dataDir)).findings)
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.findings
    throw error
  }
  throw new Error('the damage was not rolled back')
}
