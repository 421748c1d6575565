import { sql } from 'kysely'
import type { Connection } from '#server/platform/database/connection.ts'
import { verifyShop } from '#server/verify/verify-shop.ts'

class Undone extends Error {
  readonly findings: string[]
  constructor(findings: string[]) {
    super('undone')
    this.findings = findings
  }
}

/** What verify says of a shop after some damage, which is undone again. */
export async function findingsAfter({ db }: Connection, dataDir: string, damage: string): Promise<string[]> {
  try {
    await db.transaction().execute(async (trx) => {
      // No trigger and no reference stands in the way of the damage.
      await sql`set local session_replication_role = 'replica'`.execute(trx)
      await sql.raw(damage).execute(trx)
      // The dashboard's figures follow by trigger; they have a test of their own.
      await sql`select make_figures_anew()`.execute(trx)
      throw new Undone((await verifyShop(trx, dataDir)).findings)
    })
  } catch (fault) {
    if (fault instanceof Undone) return fault.findings
    throw fault
  }
  throw new Error('it was not undone')
}
