import type { Database } from '#server/platform/database/connection.ts'
import { type FoundMemberRow, findMembers } from './member-search.queries.ts'

const MOST_FOUND = 8

/** Whom a caller may be, by what they say of themselves; nobody for nothing typed. */
export async function searchMembers(db: Database, text: string): Promise<FoundMemberRow[]> {
  const typed = text
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
  if (typed === '') return []
  const digits = /^[\d\s()+.-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : ''
  return findMembers(db, { typed, words: typed.split(' '), digits: national(digits) }, MOST_FOUND)
}

/** Numbers are kept without the country's 1. */
const national = (digits: string): string => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits)
