import { type RawBuilder, sql } from 'kysely'
import type { MemberQueue } from '#contract/customers/admin-calls.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/**
 * Version of a member: everything that can be changed, and the files reviewed with it. A change must name the version
 * that was seen.
 */
const version = sql<string>`md5(jsonb_build_array(first_name, last_name, phone_number, email, type, status,
  license_state, cosmetology_id, license_approved_at, license_refusal, license_type, license_expires_on, renewal_type,
  renewal_expires_on, renewal_refusal,
  (select jsonb_agg(file_name order by is_renewal) from license_files where user_id = users.id))::text)`

const listedColumns = [
  'id',
  'member_no',
  'first_name',
  'last_name',
  'email',
  'phone_number',
  'type',
  'status',
  'created_at',
  'cosmetology_id',
  'license_state',
  'license_number',
  'license_approved_at',
  'license_refusal',
  'renewal_expires_on',
  'renewal_refusal',
] as const
const expiresOn = sql<string | null>`to_char(license_expires_on, 'YYYY-MM-DD')`.as('expires_on')

/** Parameters of queue membership: whether the shop approves licenses, and the shop's day, YYYY-MM-DD. */
export type QueueDay = { approvesLicenses: boolean; today: string }

const isInShop = sql<boolean>`status in ('pending', 'active')`
const isLicensePending = sql<boolean>`(license_number <> '' and license_approved_at is null and license_refusal is null and ${isInShop})`
const isRenewalPending = sql<boolean>`(renewal_expires_on is not null and renewal_refusal is null and ${isInShop})`
const hasExpiry = sql<boolean>`license_expires_on is not null and license_number <> '' and license_refusal is null and ${isInShop}`

/** Condition for members in a queue; each queue has its own index (0054, 0061). */
export function isInQueue(queue: MemberQueue, { approvesLicenses, today }: QueueDay): RawBuilder<boolean> {
  switch (queue) {
    case 'license':
      return approvesLicenses
        ? sql`(${isLicensePending} or ${isRenewalPending})
            and (${isRenewalPending} or license_expires_on is null or license_expires_on >= ${today}::date)`
        : isRenewalPending
    case 'license_expiring':
      return sql`${hasExpiry} and license_expires_on between ${today}::date and ${today}::date + 60`
    case 'license_expired':
      return sql`${hasExpiry} and license_expires_on < ${today}::date`
    default:
      return sql`status = ${sql.lit(queue)}`
  }
}

export type MemberPage = { only?: MemberQueue | undefined; after?: number | undefined; limit: number; day: QueueDay }

/**
 * Latest first, starting after the given id; expiring licenses by the next expiration, expired ones by the latest
 * expiry.
 */
export function findMemberPage(db: Database, { only: queue, after, limit, day }: MemberPage) {
  const members = db
    .selectFrom('users')
    .select([...listedColumns, expiresOn])
    .$if(queue !== undefined, (query) => query.where(isInQueue(queue as MemberQueue, day)))
    .limit(limit)
  const last = sql`(select license_expires_on, id from users where id = ${after})`
  switch (queue) {
    case 'license_expiring':
      return members
        .$if(after !== undefined, (query) => query.where(sql<boolean>`(license_expires_on, id) > ${last}`))
        .orderBy('license_expires_on')
        .orderBy('id')
        .execute()
    case 'license_expired':
      return members
        .$if(after !== undefined, (query) => query.where(sql<boolean>`(license_expires_on, id) < ${last}`))
        .orderBy('license_expires_on', 'desc')
        .orderBy('id', 'desc')
        .execute()
    default:
      return members
        .$if(after !== undefined, (query) => query.where('id', '<', after as UserId))
        .orderBy('id', 'desc')
        .execute()
  }
}

export const findMembersByIds = (db: Database, ids: readonly number[], queue: MemberQueue | undefined, day: QueueDay) =>
  db
    .selectFrom('users')
    .select([...listedColumns, expiresOn])
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .$if(queue !== undefined, (query) => query.where(isInQueue(queue as MemberQueue, day)))
    .execute()

export type ListedMemberRow = Awaited<ReturnType<typeof findMemberPage>>[number]

export const countMembersInQueue = (db: Database, queue: MemberQueue, day: QueueDay): Promise<number> =>
  countUpTo(db, sql`from users where ${isInQueue(queue, day)}`)

export const findManagedMember = (db: Database, id: UserId) =>
  db
    .selectFrom('users')
    .select([...listedColumns, 'referral_code', version.as('version')])
    .select(sql<boolean>`email_verified_at is not null`.as('email_verified'))
    .select(
      sql<boolean>`exists (select from second_factors where user_id = users.id and confirmed_at is not null)`.as(
        'two_factor',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()

/** Locks the member until the transaction ends; undefined if there is none. */
export async function lockMember(trx: Transaction, id: UserId) {
  // Two statements: only the second sees what was written to other tables while this one waited for the lock.
  await sql`select from users where id = ${id} for update`.execute(trx)
  return trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'phone_number', 'type', 'status', version.as('version')])
    .select(
      sql<boolean>`exists (select from erasures where user_id = users.id and done_at is not null)`.as('is_erased'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function setContact(
  trx: Transaction,
  id: UserId,
  contact: { first_name?: string; last_name?: string; phone_number?: string },
): Promise<void> {
  await trx.updateTable('users').set(contact).where('id', '=', id).execute()
}

export const findSameLicense = (db: Database, id: UserId) =>
  db
    .selectFrom('users as other')
    .innerJoin('users as own', (join) =>
      join
        .onRef('own.license_state', '=', 'other.license_state')
        .onRef('own.license_number', '=', 'other.license_number')
        .onRef('own.id', '<>', 'other.id'),
    )
    .select(['other.id', 'other.member_no'])
    .select(sql<string>`other.first_name || ' ' || other.last_name`.as('name'))
    .select(sql<boolean>`other.license_approved_at is not null`.as('approved'))
    .where('own.id', '=', id)
    .where('own.license_number', '<>', '')
    .orderBy('other.id')
    .limit(20)
    .execute()

/** Returns the member's sponsor in that month, and since when. */
export const findSponsor = (db: Database, id: UserId, month: string) =>
  db
    .selectFrom('sponsorships')
    .innerJoin('users', 'users.id', 'sponsorships.sponsor_id')
    .select(['users.id', 'users.member_no', 'from_month'])
    .select(sql<string>`first_name || ' ' || last_name`.as('name'))
    .where('member_id', '=', id)
    .where('from_month', '<=', month)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('sponsorships as later')
            .whereRef('later.member_id', '=', 'sponsorships.member_id')
            .whereRef('later.from_month', '>', 'sponsorships.from_month')
            .where('later.from_month', '<=', month),
        ),
      ),
    )
    .executeTakeFirst()

/** Counts the members sponsored directly in that month. */
export async function countDirectLine(db: Database, id: UserId, month: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sponsorships own
     where sponsor_id = ${id} and from_month <= ${month} and not exists (
       select from sponsorships later where later.member_id = own.member_id
          and later.from_month > own.from_month and later.from_month <= ${month})`.execute(db)
  return rows[0]?.count ?? 0
}

export const findSignIns = (db: Database, id: UserId) =>
  db
    .selectFrom('sessions')
    .select([sql<number>`count(*)::int`.as('open'), sql<Date | null>`max(last_used_at)`.as('last_used_at')])
    .where('user_id', '=', id)
    .where('staff_session_hash', 'is', null)
    .executeTakeFirstOrThrow()

export const findLatestOrders = (db: Database, id: UserId, limit: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'created_at', 'status', 'payment_state', 'fulfillment_state', 'type', 'total_cents'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Returns cards of closed months, latest first. */
export const findFrozenMonths = (db: Database, id: UserId, limit: number) =>
  db
    .selectFrom('months')
    .innerJoin('cards', 'cards.month', 'months.month')
    .select(['months.month', 'paid_at', 'plan_version', 'level', 'personal_pv', 'group_pv'])
    .select(['cards.total_sales_cents', 'total_bonus_cents', 'payable_cents', 'carried_cents'])
    .where('member_id', '=', id)
    .where('closed_at', 'is not', null)
    .orderBy('months.month', 'desc')
    .limit(limit)
    .execute()
