import type { Database } from '#server/platform/database/connection.ts'

export const hasState = async (db: Database, code: string): Promise<boolean> =>
  (await db.selectFrom('states').select('code').where('code', '=', code).executeTakeFirst()) !== undefined

export const findStates = (db: Database): Promise<{ code: string; name: string }[]> =>
  db.selectFrom('states').select(['code', 'name']).orderBy('name').execute()
