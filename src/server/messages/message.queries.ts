import { sql } from 'kysely'
import type { MessageState } from '#contract/messages/admin-calls.ts'
import { foldForSearch } from '#domain/text/search-fold.ts'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { MessageAnswerId, MessageId, UserId } from '#server/platform/database/tables.generated.ts'

export type MessageRow = {
  id: MessageId
  name: string
  email: string
  email_confirmed: boolean
  user_id: UserId | null
  subject: string
  order_number: string
  body: string
  state: MessageState
  created_at: Date
  version: number
}
export type AnswerRow = { id: MessageAnswerId; body: string; sent_by: string; sent_at: Date }
/** Last row of the previous page: its creation time in microseconds since 1970, and its ID. */
export type Cursor = { micros: string; id: number }

const EXCERPT_LENGTH = 200

export type ListedMessageRow = Omit<MessageRow, 'body' | 'user_id' | 'version' | 'order_number'> & {
  excerpt: string
  cursor: string
}

/** Finds messages, newest first. */
export async function findMessages(
  db: Database,
  { state, search }: { state?: MessageState | undefined; search: string },
  { after, limit }: { after: Cursor | undefined; limit: number },
): Promise<ListedMessageRow[]> {
  const pattern = `%${foldForSearch(search)
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  const where = [
    ...(state === undefined ? [sql`true`] : [sql`state = ${state}`]),
    ...(search === ''
      ? []
      : [sql`normalize_for_search(name || ' ' || email || ' ' || subject || ' ' || order_number) like ${pattern}`]),
    ...(after === undefined
      ? []
      : [
          sql`(created_at, id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::int)`,
        ]),
  ]
  const { rows } = await sql<ListedMessageRow>`
    select id, name, email, email_confirmed, subject, left(body, ${EXCERPT_LENGTH}) as excerpt, state, created_at,
        (extract(epoch from created_at) * 1000000)::bigint || '~' || id as cursor
      from messages where ${sql.join(where, sql` and `)} order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export const countOpenMessageRows = (db: Database): Promise<number> =>
  countUpTo(db, sql`from messages where state = 'open'`)

const selectMessages = (db: Database) =>
  db
    .selectFrom('messages')
    .select(['id', 'name', 'email', 'email_confirmed', 'user_id', 'subject', 'order_number', 'body', 'state'])
    .select(['created_at', 'version'])
    .$narrowType<{ state: MessageState }>()

export const findMessage = (db: Database, id: number): Promise<MessageRow | undefined> =>
  selectMessages(db)
    .where('id', '=', id as MessageId)
    .executeTakeFirst()

export const lockMessage = (trx: Transaction, id: number): Promise<MessageRow | undefined> =>
  selectMessages(trx)
    .where('id', '=', id as MessageId)
    .forUpdate()
    .executeTakeFirst()

export const findAnswers = (db: Database, id: MessageId): Promise<AnswerRow[]> =>
  db
    .selectFrom('message_answers')
    .select(['id', 'body', 'sent_by', 'sent_at'])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute()

/** Finds an answer with its message; undefined if it was erased. */
export const findAnswer = (db: Database, id: number) =>
  db
    .selectFrom('message_answers as answer')
    .innerJoin('messages as message', 'message.id', 'answer.message_id')
    .select(['answer.body', 'message.email', 'message.subject', 'message.body as original', 'message.created_at'])
    .where('answer.id', '=', id as MessageAnswerId)
    .executeTakeFirst()

type NewMessage = Omit<MessageRow, 'id' | 'state' | 'created_at' | 'version'>

/** Serializes the messages of an address, so that a form sent twice at once is stored once. */
export async function lockSender(trx: Transaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`message of ${email}`}, 0))`.execute(trx)
}

/** Returns whether the same message was sent within the last ten minutes. */
export async function hasDuplicateMessage(
  trx: Transaction,
  { email, subject, body }: Pick<NewMessage, 'email' | 'subject' | 'body'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages where lower(email) = lower(${email}) and subject = ${subject} and body = ${body}
      and created_at > now() - interval '10 minutes' limit 1`.execute(trx)
  return rows.length > 0
}

export async function insertMessage(trx: Transaction, message: NewMessage): Promise<MessageId> {
  const { id } = await trx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns whether it is the account's confirmed email address. */
export async function isConfirmedEmail(trx: Transaction, userId: UserId, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and email = ${email} and email_verified_at is not null`.execute(trx)
  return rows.length > 0
}

export async function setState(trx: Transaction, id: MessageId, state: MessageState): Promise<void> {
  await sql`update messages set state = ${state}, version = version + 1 where id = ${id}`.execute(trx)
}

export async function insertAnswer(
  trx: Transaction,
  answer: { message_id: MessageId; body: string; sent_by: string },
): Promise<MessageAnswerId> {
  const { id } = await trx.insertInto('message_answers').values(answer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deletes spam that is older than the days; returns the number of messages. */
export async function deleteSpam(db: Database, olderThanDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from messages where state = 'spam' and created_at < now() - make_interval(days => ${olderThanDays})`.execute(
    db,
  )
  return Number(numAffectedRows)
}
