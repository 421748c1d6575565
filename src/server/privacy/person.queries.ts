import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { accountDecisions } from './account-decisions.queries.ts'
import { isPersonal, listShownColumns, type PersonalTable, type PersonKeys } from './decision.ts'
import { decisions } from './decisions.ts'
import { isMailAbout } from './is-mail-about.ts'

type Connection = Database | Transaction

/** Locks an account until the transaction ends; undefined if there is none. */
export async function lockPerson(trx: Transaction, id: UserId) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'phone_number', 'created_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export const findPersonId = (db: Connection, email: string) =>
  db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()

export const findUserById = (db: Connection, id: UserId) =>
  db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()

/**
 * Finds the keys of an account: its current and earlier email addresses, and its orders, including guest orders with a
 * verified address. An address counts only if it was verified: registering someone else's address gives no access to
 * their data.
 */
export async function findUserKeys(db: Connection, user: number): Promise<PersonKeys> {
  const { rows } = await sql<{ emails: string[]; orders: number[] }>`
    with theirs as (
      select id from orders where user_id = ${user}
      union
      select orders.id from orders join users on users.id = ${user} and users.email_verified_at is not null
       where orders.user_id is null and orders.email = users.email)
    select array(select id from theirs order by id) as orders, array(
      select lower(email) from users where id = ${user} and email_verified_at is not null
      union select lower(old_email) from email_changes where user_id = ${user} and old_was_verified
      union select lower(new_email) from email_changes where user_id = ${user} and confirmed_at is not null) as emails`.execute(
    db,
  )
  const { emails = [], orders = [] } = rows[0] ?? {}
  return { user, emails, orders }
}

/** Finds guest orders by email address. */
export async function findGuestKeys(db: Connection, email: string): Promise<PersonKeys> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .orderBy('id')
    .execute()
  return { user: null, emails: [email], orders: rows.map(({ id }) => id) }
}

/** Returns whether someone sent the contact form with this address. */
export async function hasMessages(db: Connection, email: string): Promise<boolean> {
  const { rows } = await sql`select from messages where lower(email) = ${email} limit 1`.execute(db)
  return rows.length > 0
}

/** Finds guest orders by number. An email address that has an account by now belongs to someone who was not erased. */
export async function findOrderKeys(db: Connection, orders: readonly number[]): Promise<PersonKeys> {
  const { rows } = await sql<{ email: string }>`
    select distinct email from orders where id = any(${orders}::int[]) and email not in (select email from users)`.execute(
    db,
  )
  return { user: null, emails: rows.map(({ email }) => email), orders }
}

const listPersonalTables = (): [string, PersonalTable][] =>
  Object.entries(decisions).flatMap(([table, decision]) => (isPersonal(decision) ? [[table, decision]] : []))

/** Lists tables in the order of erasure. */
export const listExportedTables = (): string[] => listPersonalTables().map(([table]) => table)

const SLICE = 500

/** Reads a table's rows about the person as JSON, one slice at a time in the order of its primary key. */
export async function* readPersonRows(db: Connection, table: string, person: PersonKeys): AsyncGenerator<unknown[]> {
  const decision = decisions[table as keyof typeof decisions]
  if (!isPersonal(decision)) throw new Error(`${table} has no rows about a person`)
  const shownColumns = sql.join([
    ...listShownColumns(decision).map((column) => sql.ref(column)),
    ...Object.entries(decision.shownInPart ?? {}).map(([column, part]) => sql`${part(person)} as ${sql.ref(column)}`),
  ])
  const key = await findPrimaryKey(db, table)
  const columns = sql.join(key.map(({ name }) => sql.ref(name)))
  const texts = sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))
  let last: string[] | undefined
  do {
    const values = key.map(({ type }, nth) => sql`${last?.[nth] ?? null}::text::${sql.raw(type)}`)
    const cursorCondition = last ? sql`and (${columns}) > (${sql.join(values)})` : sql``
    const { rows } = await sql<{ at: string[]; row: unknown }>`
      select array[${texts}] as at, (select to_jsonb(found) from (select ${shownColumns}) as found) as row
        from ${sql.table(table)} where (${decision.where(person)}) ${cursorCondition} order by ${columns} limit ${SLICE}`.execute(
      db,
    )
    yield rows.map(({ row }) => row)
    last = rows.length === SLICE ? rows.at(-1)?.at : undefined
  } while (last)
}

async function findPrimaryKey(db: Connection, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type
      from pg_index cross join unnest(indkey::int2[]) with ordinality as part (number, nth)
      join pg_attribute on attrelid = indrelid and attnum = part.number
     where indrelid = ${table}::regclass and indisprimary order by nth`.execute(db)
  if (rows.length === 0) throw new Error(`${table} has no primary key`)
  return rows
}

/** Result of an erasure for a table's rows about the person. */
export type ErasureAction = 'deleted' | 'anonymized' | 'retained'
const ERASURE_ACTIONS = {
  rows: 'deleted',
  columns: 'anonymized',
  elsewhere: 'anonymized',
  nothing: 'retained',
} as const

/** Counts the rows about the person by table, with the result of an erasure; tables without rows are left out. */
export async function countPersonRows(
  db: Connection,
  person: PersonKeys,
): Promise<{ table: string; rows: number; action: ErasureAction }[]> {
  const counts = listPersonalTables().map(
    ([table, { where }]) =>
      sql`select ${sql.lit(table)} as name, count(*)::int as count from ${sql.table(table)} where ${where(person)}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  const countsByTable = new Map(rows.map(({ name, count }) => [name, count]))
  return listPersonalTables().flatMap(([table, { erase }]) => {
    const count = countsByTable.get(table) ?? 0
    return count === 0 ? [] : [{ table, rows: count, action: ERASURE_ACTIONS[erase] }]
  })
}

/** Finds orders by number, the latest first. */
export const findOrdersById = (db: Connection, ids: readonly number[], limit: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'created_at', 'status', 'payment_state', 'fulfillment_state', 'type', 'total_cents'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * Returns whether the queue's tables exist; they hold queued and past emails, and are created when the queue first
 * starts.
 */
async function hasQueue(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db)
  return rows[0]?.there === true
}

/**
 * Locks the person's orders, then all emails to and about them, until the transaction ends. An email moves from table
 * to table: a transaction that is about to queue one holds the order, the undelivered or the sent email, and pg-boss
 * replaces the row of a job that failed. Each statement waits for those, so that later ones see what they wrote.
 */
export async function lockPersonEmails(trx: Transaction, person: PersonKeys): Promise<void> {
  await sql`select from orders where id = any(${person.orders}::int[]) order by id for update`.execute(trx)
  for (const table of ['undelivered_mails', 'sent_mails'] as const) {
    await sql`select from ${sql.table(table)} where ${accountDecisions[table].where(person)} order by id for update`.execute(
      trx,
    )
  }
  if (await hasQueue(trx)) {
    await sql`select from pgboss.job where name = 'mail' and ${isMailAbout(sql`data`, person)} order by id for update`.execute(
      trx,
    )
  }
}

/** Finds the IDs of all emails to and about the person, sent or not; files of the outbox are named by ID. */
export async function findMailIds(db: Connection, person: PersonKeys): Promise<string[]> {
  const queued = (await hasQueue(db))
    ? sql`union select id::text from pgboss.job where name = 'mail' and ${isMailAbout(sql`data`, person)}`
    : sql``
  const { rows } = await sql<{ id: string }>`
    select id::text from sent_mails where ${accountDecisions.sent_mails.where(person)}
    union select id::text from undelivered_mails where ${accountDecisions.undelivered_mails.where(person)}
    union select mail_id::text from newsletter_deliveries where ${accountDecisions.newsletter_deliveries.where(person)}
    ${queued}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findFileNames(db: Connection, user: number | null): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_files')
    .select('name')
    .where(sql<boolean>`user_id = ${user}::int`)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Empties every row about the person according to its table's decision; repeating it changes nothing. */
export async function eraseRows(trx: Transaction, person: PersonKeys): Promise<void> {
  await sql`select set_config('salonfront.erasing', 'on', true)`.execute(trx)
  if (await hasQueue(trx)) {
    await sql`delete from pgboss.job where name = 'mail' and ${isMailAbout(sql`data`, person)}`.execute(trx)
  }
  for (const [table, { erase, where, erased = {}, wiped = {} }] of listPersonalTables()) {
    if (erase === 'rows') await sql`delete from ${sql.table(table)} where ${where(person)}`.execute(trx)
    if (erase !== 'columns') continue
    const changes = Object.entries({ ...erased, ...wiped })
    const columns = sql.join(changes.map(([column]) => sql.ref(column)))
    const values = sql.join(changes.map(([, value]) => (isLiteral(value) ? sql.lit(value) : value)))
    // Skips rows that are empty already, because triggers run for updated rows.
    await sql`update ${sql.table(table)} set (${columns}) = row(${values})
      where ${where(person)} and (${columns}) is distinct from (${values})`.execute(trx)
  }
  await sql`select set_config('salonfront.erasing', '', true)`.execute(trx)
}

const isLiteral = (value: unknown): value is string | boolean | null => value === null || typeof value !== 'object'
