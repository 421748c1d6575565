import { type RawBuilder, sql } from 'kysely'
import type { FoundMember } from '#contract/customers/admin-calls.ts'
import type { Address } from '#domain/addresses/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { LicenseRow } from './find-license.ts'

export type FoundMemberRow = Omit<FoundMember, 'addresses' | 'license_block_reason'> &
  Pick<LicenseRow, 'license_number' | 'license_approved_at' | 'license_refusal' | 'expires_on'> & {
    addresses: (Address & { id: number })[]
  }

/** Names and streets are normalized for searching. Empty strings match nothing. */
export type MemberSearch = {
  number: string
  email: string
  name: string
  words: readonly string[]
  phoneDigits: string
  /** License number in its comparable form. `stateLicense` is set if the text starts with a state's code. */
  license: string
  stateLicense: { state: string; license: string } | undefined
}
/** Restricts the search; undefined searches all members. */
export type MemberCondition = RawBuilder<boolean> | undefined

const toPrefixPattern = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Runs one index lookup per criterion, each returning at most `limit` rows, so that the time does not grow with the
 * number of members.
 */
export async function findMembers(
  db: Database,
  { number, email, name, words, phoneDigits, license, stateLicense }: MemberSearch,
  { limit, among = sql<boolean>`true` }: { limit: number; among: MemberCondition },
): Promise<FoundMemberRow[]> {
  const [first = '', ...others] = words
  const last = others.at(-1) ?? ''
  const lookups = [
    sql`select id, 0 as rank from users where member_no = ${number}`,
    sql`select id, 1 from users where email like ${toPrefixPattern(email)}`,
    ...(phoneDigits.length < MIN_DIGITS
      ? []
      : [
          sql`select id, 1 from users where regexp_replace(phone_number, '[^0-9]', '', 'g') like ${toPrefixPattern(phoneDigits)}`,
        ]),
    ...(license.length < MIN_DIGITS
      ? []
      : [sql`select id, 1 from users where license_number like ${toPrefixPattern(license)} and license_number <> ''`]),
    ...(stateLicense === undefined
      ? []
      : [
          sql`select id, 1 from users
               where license_state = ${stateLicense.state} and license_number = ${stateLicense.license} and license_number <> ''`,
        ]),
    ...(name === ''
      ? []
      : [
          sql`select id, 2 from users where normalize_for_search(first_name || ' ' || last_name) like ${toPrefixPattern(name)}`,
          sql`select id, 3 from users where normalize_for_search(last_name) like ${toPrefixPattern(name)}`,
        ]),
    ...(last === '' ? [] : [selectByFullName(first, last), selectByFullName(last, first)]),
    ...(name.length < MIN_STREET_LENGTH
      ? []
      : [selectByStreet(sql`normalize_for_search(address_1)`, name), selectByStreet(streetName, name)]),
  ]
  const { rows } = await sql<FoundMemberRow>`
    select id, member_no, first_name, last_name, email, phone_number, type, status,
      license_number, license_approved_at, license_refusal, to_char(license_expires_on, 'YYYY-MM-DD') as expires_on,
      (select coalesce(json_agg(to_jsonb(address) - 'user_id' order by address.id), '[]')
         from user_addresses address where address.user_id = users.id) as addresses
      from users
      join (select id, min(rank) as rank from (${sql.join(
        lookups.map((lookup) => sql`(${lookup} and (${among}) limit ${limit})`),
        sql` union all `,
      )}) found group by id) best using (id)
     order by rank, last_name, first_name, id
     limit ${limit}`.execute(db)
  return rows
}

/** Shorter digit sequences match too many numbers. */
const MIN_DIGITS = 4
/** Shorter prefixes match too many streets. */
const MIN_STREET_LENGTH = 5

/** Street without the house number. */
const streetName = sql`regexp_replace(normalize_for_search(address_1), '^[0-9][^ ]* ', '')`
const selectByStreet = (street: RawBuilder<unknown>, prefix: string) =>
  sql`select id, 5 from users where id in (select user_id from user_addresses where ${street} like ${toPrefixPattern(prefix)})`

const selectByFullName = (firstName: string, lastName: string) =>
  sql`select id, 4 from users where normalize_for_search(last_name) like ${toPrefixPattern(lastName)} and normalize_for_search(first_name) like ${toPrefixPattern(firstName)}`
