import type { Database, Transaction } from '#server/platform/database/connection.ts'

export async function insertFilling(trx: Transaction): Promise<void> {
  await trx.insertInto('demo_fillings').defaultValues().execute()
}

export async function deleteFillings(db: Database): Promise<void> {
  await db.deleteFrom('demo_fillings').execute()
}

export async function hasFilling(db: Database): Promise<boolean> {
  return (await db.selectFrom('demo_fillings').select('begun_at').limit(1).executeTakeFirst()) !== undefined
}
