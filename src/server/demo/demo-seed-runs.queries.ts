import type { Database, Transaction } from '#server/platform/database/connection.ts'

export async function insertSeedRun(trx: Transaction): Promise<void> {
  await trx.insertInto('demo_seed_runs').defaultValues().execute()
}

export async function deleteSeedRuns(db: Database): Promise<void> {
  await db.deleteFrom('demo_seed_runs').execute()
}

export async function hasSeedRun(db: Database): Promise<boolean> {
  return (await db.selectFrom('demo_seed_runs').select('started_at').limit(1).executeTakeFirst()) !== undefined
}
