import type { Database, Transaction } from '../database/connection.ts'

export const findStoredSettings = (db: Database) => db.selectFrom('settings').select(['key', 'value']).execute()

/** Returns the stored text; undefined while the default applies. */
export async function findSetting(trx: Transaction, key: string): Promise<string | undefined> {
  return (await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function upsertSetting(trx: Transaction, key: string, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}

export async function isState(db: Database, code: string): Promise<boolean> {
  return (await db.selectFrom('states').select('code').where('code', '=', code).executeTakeFirst()) !== undefined
}
