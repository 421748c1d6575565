import { type RawBuilder, sql } from 'kysely'
import type { FoundMember } from '#contract/admin-member.ts'
import type { Address } from '#domain/address/address.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { LicenceRow } from './find-licence.ts'

export type FoundMemberRow = Omit<FoundMember, 'addresses' | 'licence_stop'> &
  Pick<LicenceRow, 'licence_number' | 'licence_approved_at' | 'licence_refusal' | 'expires_on'> & {
    addresses: (Address & { id: number })[]
  }

/** What was typed, in lower case; `digits` where it may be a phone number. */
export type MemberSearch = { typed: string; words: readonly string[]; digits: string }
/** Who is looked among; left out, everybody. */
export type Among = RawBuilder<boolean> | undefined

const like = (text: string) => `${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Each way of naming somebody is one look into its index, at most `limit` of each: the whole stays quick however many
 * members there are.
 */
export async function findMembers(
  db: Database,
  { typed, words, digits }: MemberSearch,
  { limit, among = sql<boolean>`true` }: { limit: number; among: Among },
): Promise<FoundMemberRow[]> {
  const [first = '', ...others] = words
  const last = others.at(-1) ?? ''
  const lookups = [
    sql`select id, 0 as rank from users where member_no = ${typed.toUpperCase()}`,
    sql`select id, 1 from users where email like ${like(typed)}`,
    sql`select id, 2 from users where lower(first_name || ' ' || last_name) like ${like(typed)}`,
    sql`select id, 3 from users where lower(last_name) like ${like(typed)}`,
    ...(digits.length < FEWEST_DIGITS
      ? []
      : [sql`select id, 1 from users where regexp_replace(phone_number, '[^0-9]', '', 'g') like ${like(digits)}`]),
    ...(last === '' ? [] : [byBoth(first, last), byBoth(last, first)]),
  ]
  const { rows } = await sql<FoundMemberRow>`
    select id, member_no, first_name, last_name, email, phone_number, type, status,
      licence_number, licence_approved_at, licence_refusal, to_char(licence_expires_on, 'YYYY-MM-DD') as expires_on,
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

/** Fewer are in too many numbers. */
const FEWEST_DIGITS = 4

const byBoth = (firstName: string, lastName: string) =>
  sql`select id, 4 from users where lower(last_name) like ${like(lastName)} and lower(first_name) like ${like(firstName)}`
