import { normalizeLicenseNumber } from '#domain/customers/license.ts'
import { removeNumberPrefixes } from '#domain/orders/search-words.ts'
import { normalizeEmail } from '#domain/text/email-address.ts'
import { nationalDigits } from '#domain/text/phone-number.ts'
import { foldedWords } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type FoundMemberRow, findMembers, type MemberCondition, type MemberSearch } from './member-search.queries.ts'

/** Length of the list of suggestions. */
const MAX_SUGGESTIONS = 8

/** Finds members by any detail that a caller gives; returns none for empty input. */
export async function searchMembers(
  db: Database,
  text: string,
  { most: limit = MAX_SUGGESTIONS, among }: { most?: number; among?: MemberCondition } = {},
): Promise<FoundMemberRow[]> {
  const query = removeNumberPrefixes(text.trim())
  return query === '' ? [] : findMembers(db, readMemberSearch(query), { limit, among })
}

function readMemberSearch(query: string): MemberSearch {
  const words = foldedWords(query.replaceAll(/[\s,]+/g, ' '))
  const license = /\d/.test(query) ? normalizeLicenseNumber(query) : ''
  const [, state = '', number = ''] = /^([A-Za-z]{2})[\s#:-]+([^\s#:-].*)$/.exec(query) ?? []
  return {
    number: query.toUpperCase(),
    email: normalizeEmail(query),
    name: words.join(' '),
    words,
    phoneDigits: /^[\d\s()+.-]+$/.test(query) ? nationalDigits(query) : '',
    license,
    stateLicense: /\d/.test(number)
      ? { state: state.toUpperCase(), license: normalizeLicenseNumber(number) }
      : undefined,
  }
}
