import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'

/** Matches subscribers who were subscribed when the newsletter started and still are. */
const isRecipient = (startedAt: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`state = 'confirmed' and bounced_at is null and confirmed_at <= ${startedAt}`

export type Sending = { token: string | null; silentSeconds: number }

/**
 * Locks a newsletter that is being sent and returns its current sender; undefined if it is not being sent, or no
 * longer.
 */
export async function lockSending(trx: Transaction, id: number): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`
    select token, coalesce(extract(epoch from now() - heartbeat_at)::int, 0) as "silentSeconds"
      from newsletters where id = ${id} and state = 'sending' for update`.execute(trx)
  return rows[0]
}

/**
 * Takes the newsletter over. Emails that another process was sending when it ended may have arrived, so they are not
 * sent again.
 */
export async function takeOver(trx: Transaction, id: number, token: string): Promise<void> {
  await sql`update newsletters set token = ${token}, heartbeat_at = now() where id = ${id}`.execute(trx)
  await sql`update newsletter_deliveries set state = 'unknown', code = 'cut off', at = now()
    where newsletter_id = ${id} and state = 'sending'`.execute(trx)
}

export const findUnfinished = (db: Database): Promise<number[]> =>
  sql<{ id: number }>`select id from newsletters where state = 'sending' order by id`
    .execute(db)
    .then(({ rows }) => rows.map(({ id }) => id))

export type ClaimedDelivery = {
  subscriberId: number
  email: string
  /** Creation time of the subscriber's row, in microseconds since 1970. */
  made: number
  mailId: string
  tries: number
}

const deliveryColumns = sql`subscriber.id as "subscriberId", email,
  (extract(epoch from created_at) * 1000000)::bigint::float8 as made, mail_id::text as "mailId", tries`

/**
 * Claims the next recipients and records them as being sent before their emails leave: due retries first, then new
 * ones. Undefined if the newsletter was stopped, or another process has taken over.
 */
export async function claimNext(
  trx: Transaction,
  id: number,
  { token, limit }: { token: string; limit: number },
): Promise<ClaimedDelivery[] | undefined> {
  const { rows: sending } = await sql<{ after: number; upTo: number; startedAt: Date }>`
    update newsletters set heartbeat_at = now() where id = ${id} and state = 'sending' and token = ${token}
    returning after_subscriber as after, up_to as "upTo", started_at as "startedAt"`.execute(trx)
  const [newsletter] = sending
  if (!newsletter) return undefined
  const startedAt = sql`(select started_at from newsletters where id = ${id})`
  await sql`update newsletter_deliveries set state = 'withdrawn', next_attempt_at = null, at = now()
    where newsletter_id = ${id} and state = 'waiting' and next_attempt_at <= now() and not exists (
      select from newsletter_subscribers subscriber where id = subscriber_id and ${isRecipient(startedAt)})`.execute(
    trx,
  )
  const { rows: retries } = await sql<ClaimedDelivery>`
    with tried as (
      update newsletter_deliveries set state = 'sending', tries = tries + 1, next_attempt_at = null, at = now()
       where newsletter_id = ${id} and subscriber_id in (
         select subscriber_id from newsletter_deliveries
          where newsletter_id = ${id} and state = 'waiting' and next_attempt_at <= now() order by subscriber_id limit ${limit})
      returning subscriber_id, mail_id, tries)
    select ${deliveryColumns} from tried join newsletter_subscribers subscriber on subscriber.id = subscriber_id`.execute(
    trx,
  )
  const remaining = limit - retries.length
  const { rows: first } = await sql<ClaimedDelivery>`
    with next as (
      select id, email, created_at from newsletter_subscribers
       where id > ${newsletter.after} and id <= ${newsletter.upTo} and ${isRecipient(startedAt)} order by id limit ${remaining}),
    made as (
      insert into newsletter_deliveries (newsletter_id, subscriber_id) select ${id}, id from next
      returning subscriber_id, mail_id, tries)
    select ${deliveryColumns} from made join next subscriber on subscriber.id = subscriber_id order by subscriber.id`.execute(
    trx,
  )
  const last = first.length < remaining ? newsletter.upTo : (first.at(-1)?.subscriberId ?? newsletter.after)
  if (last !== newsletter.after) {
    await sql`update newsletters set after_subscriber = ${last} where id = ${id}`.execute(trx)
  }
  return [...retries, ...first]
}

export type DeliveryOutcome = {
  subscriberId: number
  state: 'sent' | 'waiting' | 'refused' | 'failed' | 'unknown'
  code: string
  /** Only for a delivery that will be retried. */
  waitSeconds?: number
  /** The server rejected every email, so this does not count as an attempt. */
  server?: true
}

/**
 * Records the outcome of emails; a mailbox that refused its email gets no more. Returns the subscribers whose delivery
 * still exists; the others were erased in the meantime.
 */
export async function writeOutcomes(
  trx: Transaction,
  id: number,
  outcomes: readonly DeliveryOutcome[],
): Promise<ReadonlySet<number>> {
  const outcomeRecords = sql`json_to_recordset(${JSON.stringify(outcomes)}) as given (
    "subscriberId" int, state text, code text, "waitSeconds" int, server boolean)`
  await sql`
    update newsletter_deliveries delivery set state = given.state, code = given.code, at = now(),
        tries = tries - coalesce(given.server, false)::int,
        next_attempt_at = case when given.state = 'waiting' then now() + make_interval(secs => given."waitSeconds") end
      from ${outcomeRecords} where newsletter_id = ${id} and subscriber_id = given."subscriberId" and delivery.state = 'sending'`.execute(
    trx,
  )
  await sql`
    update newsletter_subscribers subscriber set bounced_at = now(), bounce_code = given.code
      from ${outcomeRecords} where subscriber.id = given."subscriberId" and given.state = 'refused' and bounced_at is null`.execute(
    trx,
  )
  const { rows } = await sql<{ subscriberId: number }>`
    select subscriber_id as "subscriberId" from newsletter_deliveries
     where newsletter_id = ${id} and subscriber_id = any(${outcomes.map(({ subscriberId }) => subscriberId)}::int[])`.execute(
    trx,
  )
  return new Set(rows.map(({ subscriberId }) => subscriberId))
}

/** Counts consecutive attempts in which no mail server accepted anything; 0 once one did. */
export async function countServerError(trx: Transaction, id: number, error: string | undefined): Promise<number> {
  const { rows } = await sql<{ faults: number }>`
    update newsletters set faults = ${error === undefined ? sql`0` : sql`faults + 1`}, fault = ${error ?? ''}
     where id = ${id} and (faults > 0 or ${error !== undefined}) returning faults`.execute(trx)
  return rows[0]?.faults ?? 0
}

/** Returns the seconds until the next retry; undefined if there is none. */
export async function findNextRetry(trx: Transaction, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(next_attempt_at) - now()))::int as seconds
      from newsletter_deliveries where newsletter_id = ${id} and state = 'waiting'`.execute(trx)
  return rows[0]?.seconds ?? undefined
}

export async function setSent(trx: Transaction, id: number): Promise<void> {
  await sql`update newsletters set state = 'sent', ended_at = now(), token = null where id = ${id}`.execute(trx)
}

/** Releases the newsletter for another process. */
export async function releaseNewsletter(trx: Transaction, id: number, token: string): Promise<void> {
  await sql`update newsletters set token = null where id = ${id} and token = ${token}`.execute(trx)
}

/** Ends a subscription through a link of that newsletter; repeating it changes nothing. */
export async function endByNewsletter(
  trx: Transaction,
  { subscriberId, newsletterId, made }: { subscriberId: number; newsletterId: number; made: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update newsletter_subscribers set state = 'ended', ended_at = now(), token_hash = null, token_expires_at = null
     where id = ${subscriberId} and (extract(epoch from created_at) * 1000000)::bigint = ${made} and state <> 'ended'`.execute(
    trx,
  )
  if (numAffectedRows === 0n) return
  await sql`update newsletter_deliveries set unsubscribed_at = now()
    where newsletter_id = ${newsletterId} and subscriber_id = ${subscriberId} and unsubscribed_at is null`.execute(trx)
}
