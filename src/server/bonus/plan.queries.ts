import type { Database } from '../database/connect.ts'

export const findPlans = (db: Database) =>
  db
    .selectFrom('plans')
    .select(['version', 'first_month', 'levels', 'direct_line_rate_bp'])
    .orderBy('version')
    .execute()
