import type { Database } from '#server/database/connect.ts'

export const findStoredSettings = (db: Database) => db.selectFrom('settings').select(['key', 'value']).execute()

export async function upsertSetting(db: Database, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute()
}
