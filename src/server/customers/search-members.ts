import { normalizeLicenseNumber } from '#domain/customers/license.ts'
import { removeNumberPrefixes } from '#domain/orders/search-words.ts'
import { normalizeEmail } from '#domain/text/email-address.ts'
import { nationalDigits } from '#domain/text/phone-number.ts'
import { foldedWords } from '#domain/text/search-fold.ts'
import type { Database } from '#server/platform/database/connection.ts'
import { type Among, type FoundMemberRow, findMembers, type MemberSearch } from './member-search.queries.ts'

/** Length of the list of suggestions. */
const MAX_SUGGESTED = 8

/** Finds members by what a caller says about themselves. Empty input finds none. */
export async function searchMembers(
  db: Database,
  text: string,
  { most: limit = MAX_SUGGESTED, among }: { most?: number; among?: Among } = {},
): Promise<FoundMemberRow[]> {
  const typed = removeNumberPrefixes(text.trim())
  return typed === '' ? [] : findMembers(db, readMemberSearch(typed), { limit, among })
}

function readMemberSearch(typed: string): MemberSearch {
  const words = foldedWords(typed.replaceAll(/[\s,]+/g, ' '))
  const license = /\d/.test(typed) ? normalizeLicenseNumber(typed) : ''
  const [, state = '', number = ''] = /^([A-Za-z]{2})[\s#:-]+([^\s#:-].*)$/.exec(typed) ?? []
  return {
    number: typed.toUpperCase(),
    email: normalizeEmail(typed),
    name: words.join(' '),
    words,
    phoneDigits: /^[\d\s()+.-]+$/.test(typed) ? nationalDigits(typed) : '',
    license,
    ofState: /\d/.test(number) ? { state: state.toUpperCase(), license: normalizeLicenseNumber(number) } : undefined,
  }
}
