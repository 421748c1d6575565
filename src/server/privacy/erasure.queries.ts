import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'

/**
 * Records that someone is erased: ends their pending request or adds a completed one. Returns false if they were erased
 * before.
 */
export async function recordErasure(
  trx: Transaction,
  { userId, orderIds, requestedBy }: { userId?: number; orderIds?: readonly number[]; requestedBy: string },
): Promise<boolean> {
  if (userId === undefined) {
    await sql`insert into erasures (order_ids, requested_by, done_at) values (${orderIds}::int[], ${requestedBy}, now())`.execute(
      trx,
    )
    return true
  }
  const { numAffectedRows } = await sql`
    insert into erasures (user_id, requested_by, done_at) values (${userId}, ${requestedBy}, now())
    on conflict (user_id) where user_id is not null and canceled_at is null
      do update set done_at = now() where erasures.done_at is null`.execute(trx)
  return numAffectedRows === 1n
}

export type ErasedId = {
  kind: 'member' | 'order'
  id: number
  /**
   * Creation time of the row, to the microsecond, so that another row with the same ID after a restore does not match.
   */
  made: string
}

const CREATED_AT_MICROSECONDS = sql`to_char(made.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Finds all erased people. */
export async function findErasedIds(db: Database | Transaction): Promise<ErasedId[]> {
  const { rows } = await sql<ErasedId>`
    select 'member' as kind, made.id, ${CREATED_AT_MICROSECONDS} as made
      from erasures join users made on made.id = user_id where done_at is not null
    union
    select 'order', made.id, ${CREATED_AT_MICROSECONDS}
      from erasures cross join unnest(order_ids) as given (id) join orders made on made.id = given.id
     where done_at is not null
     order by kind, id`.execute(db)
  return rows
}

/** Finds people on the list who exist with that creation time and are not erased. */
export async function findNotErased(
  trx: Transaction,
  ids: readonly ErasedId[],
): Promise<{ members: number[]; orders: number[] }> {
  const listedIds = sql`json_to_recordset(${JSON.stringify(ids)}) as given (kind text, id int, made text)`
  const { rows } = await sql<{ members: number[]; orders: number[] }>`
    select array(select made.id from ${listedIds} join users made on made.id = given.id and ${CREATED_AT_MICROSECONDS} = given.made
        where kind = 'member' and not exists (select from erasures where user_id = made.id and done_at is not null)
        order by made.id) as members,
      array(select made.id from ${listedIds} join orders made on made.id = given.id and ${CREATED_AT_MICROSECONDS} = given.made
        where kind = 'order' and not exists (select from erasures where made.id = any(order_ids) and done_at is not null)
        order by made.id) as orders`.execute(trx)
  return rows[0] ?? { members: [], orders: [] }
}

/** Returns false if they already have a pending request. */
export async function insertErasureRequest(trx: Transaction, userId: number, days: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into erasures (user_id, requested_by, due_at) values (${userId}, 'member', now() + make_interval(days => ${days}))
    on conflict (user_id) where user_id is not null and canceled_at is null do nothing`.execute(trx)
  return numAffectedRows === 1n
}

export async function endErasureRequest(trx: Transaction, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update erasures set canceled_at = now()
     where user_id = ${userId} and canceled_at is null and done_at is null`.execute(trx)
  return numAffectedRows === 1n
}

/** Finds the request that was not canceled. */
export const findErasure = (db: Database | Transaction, userId: number) =>
  db
    .selectFrom('erasures')
    .select(['requested_at', 'due_at', 'done_at'])
    .where('user_id', '=', userId as UserId)
    .where('canceled_at', 'is', null)
    .executeTakeFirst()

/** Finds members whose waiting period has passed, the longest waiting first. */
export async function findDueMembers(db: Database, at: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from erasures
     where user_id is not null and done_at is null and canceled_at is null and due_at <= ${at} order by due_at`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export type PendingErasure = { farewell: boolean; mailed: boolean }

/** Locks a member's pending erasure; undefined if it was canceled or executed in the meantime. */
export async function lockPendingErasure(
  trx: Transaction,
  userId: number,
  at: Date,
): Promise<PendingErasure | undefined> {
  // The last email has left the queue, or could not be delivered for two days.
  const { rows } = await sql<PendingErasure>`
    select final_mail_at is not null as farewell, final_mail_at is not null and (
        final_mail_at < ${at}::timestamptz - interval '2 days' or not exists (select from pgboss.job
          where name = 'mail' and state < 'completed' and data ->> 'mail' = 'erasure_ends' and (data ->> 'user_id')::int = ${userId})
      ) as mailed
      from erasures where user_id = ${userId} and canceled_at is null and done_at is null and due_at <= ${at}
       for update`.execute(trx)
  return rows[0]
}

export async function setFinalMailQueued(trx: Transaction, userId: number, at: Date): Promise<void> {
  await sql`update erasures set final_mail_at = ${at} where user_id = ${userId} and canceled_at is null`.execute(trx)
}

export const findAcceptances = (db: Database, userId: number) =>
  db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('user_id', '=', userId as UserId)
    .orderBy('version', 'desc')
    .execute()
