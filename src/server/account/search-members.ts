import { nationalDigits } from '#domain/phone-number.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type Among, type FoundMemberRow, findMembers } from './member-search.queries.ts'

/** As many as a list of suggestions has. */
const MOST_SUGGESTED = 8

/** Whom a caller may be, by what they say of themselves; nobody for nothing typed. */
export async function searchMembers(
  db: Database,
  text: string,
  { most: limit = MOST_SUGGESTED, among }: { most?: number; among?: Among } = {},
): Promise<FoundMemberRow[]> {
  const typed = text
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
  if (typed === '') return []
  const digits = /^[\d\s()+.-]+$/.test(typed) ? nationalDigits(typed) : ''
  return findMembers(db, { typed, words: typed.split(' '), digits }, { limit, among })
}
