import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import { countUpTo } from '#server/platform/database/count-up-to.ts'
import type { MailPayload } from './undelivered-emails.queries.ts'

export type MailState = 'queued' | 'retrying' | 'sent' | 'failed'

export type OutboxRow = {
  id: string
  payload: MailPayload
  state: MailState
  recipient: string | null
  subject: string | null
  queuedAt: Date
  /** Queue time in microseconds since 1970, for the next page. */
  queuedMicros: string
  sentAt: Date | null
  tries: number
  reason: string
  resends: number
}

/** Finds the current recipient of an unsent email. */
const selectRecipient = (payload: RawBuilder<unknown>, shopEmail: string): RawBuilder<string | null> => sql`case
  when ${payload} ? 'staff_id' then (select email from staff where id = (${payload} ->> 'staff_id')::int)
  when ${payload} ? 'invitation_id' then (
    select email from invitations where id = (${payload} ->> 'invitation_id')::int)
  when ${payload} ? 'subscriber_id' then (
    select email from newsletter_subscribers where id = (${payload} ->> 'subscriber_id')::int)
  when ${payload} ? 'email_change_id' then (
    select case ${payload} ->> 'mail' when 'confirm_email' then new_email else old_email end
      from email_changes where id = (${payload} ->> 'email_change_id')::int)
  when ${payload} ? 'user_id' then (select email from users where id = (${payload} ->> 'user_id')::int)
  when ${payload} ? 'return_id' then (
    select orders.email from goods_returns join orders on orders.id = order_id
     where goods_returns.id = (${payload} ->> 'return_id')::int)
  when ${payload} ? 'certificate_id' then (
    select users.email from resale_certificates join users on users.id = user_id
     where resale_certificates.id = (${payload} ->> 'certificate_id')::int)
  when ${payload} ? 'payout_entry_id' then (
    select email from payout_entries entry join users on users.id = member_id
     where entry.id = (${payload} ->> 'payout_entry_id')::int)
  when ${payload} ? 'payout_method_id' then (
    select email from payout_methods chosen join users on users.id = user_id
     where chosen.id = (${payload} ->> 'payout_method_id')::int)
  when ${payload} ? 'post_id' then (
    select email from posts join users on users.id = user_id where posts.id = (${payload} ->> 'post_id')::int)
  when ${payload} ? 'comment_id' then (
    select email from comments join users on users.id = user_id where comments.id = (${payload} ->> 'comment_id')::int)
  when ${payload} ->> 'mail' = 'reply_hidden' then (
    select email from comment_replies reply join users on users.id = user_id
     where reply.id = (${payload} ->> 'reply_id')::int)
  when ${payload} ? 'reply_id' then (
    select users.email from comment_replies reply join comments on comments.id = comment_id
      join users on users.id = comments.user_id where reply.id = (${payload} ->> 'reply_id')::int)
  when ${payload} ? 'message_answer_id' then (
    select email from message_answers answer join messages on messages.id = message_id
     where answer.id = (${payload} ->> 'message_answer_id')::int)
  when ${payload} ? 'todo' or ${payload} ->> 'mail' in ('order_received', 'message_received') then nullif(${shopEmail}, '')
  when ${payload} ? 'order_id' then (select email from orders where id = (${payload} ->> 'order_id')::int)
  end`

const jobState = sql`case when state in ('failed', 'cancelled') then 'failed'
  when retry_count > 0 or state = 'retry' then 'retrying' else 'queued' end`

/** Selects every email; jobs that are done are covered by `sent_mails`. */
const selectOutbox = (shopEmail: string) => sql`(
  select id, data as payload, ${jobState} as state, ${selectRecipient(sql`data`, shopEmail)} as recipient,
    null::text as subject, created_on as queued_at, null::timestamptz as sent_at,
    retry_count + (state in ('retry', 'failed'))::int as tries, coalesce(output ->> 'message', '') as reason, 0 as resends
    from pgboss.job where name = 'mail' and state <> 'completed'
  union all
  select id, payload, 'sent', recipient, subject, queued_at, sent_at, tries, '', resends from sent_mails
  union all
  select id, payload, 'failed', ${selectRecipient(sql`payload`, shopEmail)}, null, queued_at, null, tries, reason, 0
    from undelivered_mails)`

export type OutboxFilter = {
  state?: MailState | undefined
  /** Prefix of the recipient's address. */
  search: string
  /**
   * False for roles that may not change staff: emails to staff, the daily work list and the shop's own emails are
   * hidden.
   */
  withStaff: boolean
  /** Address that receives order notifications and the daily work list. */
  shopEmail: string
}

const buildOutboxQuery = ({ state, search, withStaff, shopEmail }: OutboxFilter) => {
  const conditions = [
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(search === '' ? [] : [sql`lower(recipient) like ${`${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`}`]),
    ...(withStaff ? [] : [sql`not payload ?| array['staff_id', 'todo']`]),
  ]
  return {
    mails: sql`${selectOutbox(shopEmail)} mails`,
    conditions: conditions.length === 0 ? [sql`true`] : conditions,
  }
}

const columns = sql`id::text as id, payload, state, recipient, subject, queued_at as "queuedAt",
  (extract(epoch from queued_at) * 1000000)::bigint::text as "queuedMicros", sent_at as "sentAt", tries, reason, resends`

/** Latest first, starting after the last email of the previous page. */
export async function findOutbox(
  db: Database,
  filter: OutboxFilter,
  { after, limit }: { after?: { micros: string; id: string } | undefined; limit: number },
): Promise<OutboxRow[]> {
  const { mails, conditions } = buildOutboxQuery(filter)
  const before =
    after &&
    sql`(queued_at, id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
  const { rows } = await sql<OutboxRow>`
    select ${columns} from ${mails} where ${sql.join(before ? [...conditions, before] : conditions, sql` and `)}
     order by queued_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export function countOutbox(db: Database, filter: OutboxFilter): Promise<number> {
  const { mails, conditions } = buildOutboxQuery(filter)
  return countUpTo(db, sql`from ${mails} where ${sql.join(conditions, sql` and `)}`)
}

export async function findOutboxMail(
  db: Database | Transaction,
  id: string,
  shopEmail: string,
): Promise<OutboxRow | undefined> {
  const { rows } = await sql<OutboxRow>`
    select ${columns} from ${selectOutbox(shopEmail)} mails where id = ${id}::uuid order by state = 'sent' desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Finds emails to that address, or to that account at another address, latest first. Excludes emails to staff. */
export async function findEmailsTo(
  db: Database,
  { userId, email, limit }: { userId: number; email: string; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select ${columns} from ${selectOutbox('')} mails
     where (lower(recipient) = ${email.toLowerCase()} or payload ->> 'user_id' = ${String(userId)})
       and not payload ? 'staff_id' and not payload ? 'todo' and payload ->> 'mail' not in ('order_received', 'message_received')
     order by queued_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Records a sent email and returns false if its job is gone: the person was erased while it was being sent. The lock on
 * the job waits for an erasure that is about to commit; a later one finds the recorded email.
 */
export async function recordSent(
  trx: Transaction,
  { id, payload, recipient, subject }: { id: string; payload: MailPayload; recipient: string; subject: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sent_mails (id, payload, recipient, subject, queued_at, tries)
    select id, ${JSON.stringify(payload)}::jsonb, ${recipient}, ${subject}, created_on, retry_count + 1
      from pgboss.job where name = 'mail' and id = ${id}::uuid for update
    on conflict (id) do update set sent_at = now(), tries = excluded.tries`.execute(trx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function isSent(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from sent_mails where id = ${id}::uuid`.execute(db)
  return rows.length > 0
}

/** Runs once: records emails sent before this table existed, as far as the queue still has them. */
export async function backfillSentEmails(trx: Transaction): Promise<void> {
  await sql`
    insert into sent_mails (id, payload, recipient, subject, queued_at, sent_at, tries)
    select id, data, recipient, '', created_on, completed_on, retry_count + 1 from (
      select *, ${selectRecipient(sql`data`, '')} as recipient from pgboss.job where name = 'mail' and state = 'completed') sent
     where recipient is not null and not exists (select from sent_mails)`.execute(trx)
}

/** Locks the email against a concurrent resend. */
export async function lockSent(
  trx: Transaction,
  id: string,
): Promise<{ payload: MailPayload; resends: number } | undefined> {
  const { rows } = await sql<{ payload: MailPayload; resends: number }>`
    select payload, resends from sent_mails where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}

export async function countResend(trx: Transaction, id: string): Promise<void> {
  await sql`update sent_mails set resends = resends + 1 where id = ${id}::uuid`.execute(trx)
}

export async function deleteSentBefore(db: Database, days: number): Promise<void> {
  await sql`delete from sent_mails where sent_at < now() - make_interval(days => ${days})`.execute(db)
}

/** Returns the ids that are in neither the outbox nor the queue. */
export async function findUnknownEmails(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from unnest(${ids}::uuid[]) as given (id)
     where id not in (select id from sent_mails) and id not in (select id from undelivered_mails)
       and not exists (select from pgboss.job where name = 'mail' and job.id = given.id)`.execute(db)
  return rows.map(({ id }) => id)
}
