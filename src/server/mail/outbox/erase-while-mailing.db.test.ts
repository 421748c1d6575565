import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Connection, Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type ErasureResult, eraseUser } from '#server/privacy/erase-personal-data.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest, postgresTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { jobsForSuite } from '#test/shop.ts'
import { waitForBlocked } from '#test/wait.ts'
import { processEmails } from './mail.jobs.ts'
import { recordSent } from './outbox.queries.ts'
import { resendMail } from './resend-mail.ts'
import { retryEmails } from './retry-emails.ts'
import { markUndelivered } from './undelivered-emails.queries.ts'

const actor = { kind: 'command_line' } as const

/** A member and the job of an email to them. */
async function queueMail({ db, pool }: Connection, jobs: Pick<Jobs, 'queue'>) {
  const { id, email } = await makeUser(db)
  const payload = { mail: 'prove_email' as const, user_id: id as number }
  await inTransaction(db, (trx) => jobs.queue(trx, 'mail', [payload]))
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from pgboss.job where name = 'mail' and (data ->> 'user_id')::int = $1`,
    [id],
  )
  const mail = { id: rows[0]?.id ?? '', payload, recipient: email, subject: 'Prove your email' }
  return { userId: id, mail }
}

async function erase({ db }: Connection, userId: UserId): Promise<ErasureResult> {
  const done = await inTransaction(db, (trx) => eraseUser(trx, actor, userId, 'Asked by letter'))
  if (!done.ok) throw new Error(done.refusal.code)
  return done.erased
}

/** Which tables still have an email. */
async function findMail({ pool }: Connection, id: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select 'job' as name from pgboss.job where id = $1
     union all select 'sent' from sent_mails where id = $1
     union all select 'undelivered' from undelivered_mails where id = $1`,
    [id],
  )
  return rows.map(({ name }) => name)
}

databaseTest('a mail that is being sent while its member is erased', (connection) => {
  const suite = appForSuite(connection)

  it('is not recorded as sent afterward', async () => {
    const { userId, mail } = await queueMail(connection(), suite().services.jobs)
    expect((await erase(connection(), userId)).mails).toContain(mail.id)
    expect(await inTransaction(connection().db, (trx) => recordSent(trx, mail))).toBe(false)
    expect(await findMail(connection(), mail.id)).toEqual([])
  })

  it('leaves no file in the outbox', async () => {
    const { services } = suite()
    const { mail } = await queueMail(connection(), services.jobs)
    const handlers: ((payload: never, id: string, stopping: AbortSignal) => Promise<void>)[] = []
    const jobs = { ...services.jobs, work: async (_: string, handler: never) => void handlers.push(handler) } as Jobs
    await processEmails({ ...services, jobs }, () => {})
    const send = () => handlers[0]?.(mail.payload as never, mail.id, new AbortController().signal)
    const files = () => readdir(join(services.config.dataDir, 'outbox'))
    // Simulates an erasure while the worker is writing the email.
    await connection().pool.query('delete from pgboss.job where id = $1', [mail.id])
    await send()
    expect(await files()).toEqual([])
    expect(await findMail(connection(), mail.id)).toEqual([])
  })
})

postgresTest('a mail that moves between tables while its member is erased', (connection) => {
  const jobs = jobsForSuite(connection)

  /** Runs `work` once the change is done, and commits the change when `work` waits for it. */
  const runDuring = async <Value>(change: (trx: Transaction) => Promise<unknown>, work: () => Promise<Value>) => {
    const changed = Promise.withResolvers<void>()
    const blocked = Promise.withResolvers<void>()
    const changing = inTransaction(connection().db, async (trx) => {
      await change(trx)
      changed.resolve()
      await blocked.promise
    })
    await Promise.race([changed.promise, changing])
    const working = work()
    await Promise.race([waitForBlocked(connection().pool), working]).finally(blocked.resolve)
    await changing
    return working
  }
  /** Erases the member once `change` is done and not yet committed; returns where the email still is. */
  const eraseDuring = async (
    { userId, mail }: Awaited<ReturnType<typeof queueMail>>,
    change: (trx: Transaction) => Promise<unknown>,
  ) => {
    const { pool } = connection()
    const { mails } = await runDuring(change, () => erase(connection(), userId))
    expect(mails).toContain(mail.id)
    const { rows } = await pool.query(
      `select id::text from pgboss.job where name = 'mail' and (data ->> 'user_id')::int = $1`,
      [userId],
    )
    expect(rows).toEqual([])
    return findMail(connection(), mail.id)
  }
  const record = (mail: Parameters<typeof recordSent>[1]) =>
    inTransaction(connection().db, (trx) => recordSent(trx, mail))

  it('is erased from the sent mails while the worker records it', async () => {
    const planted = await queueMail(connection(), jobs())
    expect(await eraseDuring(planted, (trx) => recordSent(trx, planted.mail))).toEqual([])
  })

  it('is not recorded by a worker that waits for the erasure', async () => {
    const { userId, mail } = await queueMail(connection(), jobs())
    const eraseFirst = (trx: Transaction) => eraseUser(trx, actor, userId, 'Asked by letter')
    expect(await runDuring(eraseFirst, () => record(mail))).toBe(false)
    expect(await findMail(connection(), mail.id)).toEqual([])
  })

  it('is erased from the queue while a failed attempt requeues it', async () => {
    const planted = await queueMail(connection(), jobs())
    // Imitates pg-boss with a failed job: it deletes the row and inserts another one with the same id.
    const requeue = (trx: Transaction) => jobs().requeue(trx, 'mail', [planted.mail])
    expect(await eraseDuring(planted, requeue)).toEqual([])
  })

  it('is erased from the undelivered mails while it is given up', async () => {
    const planted = await queueMail(connection(), jobs())
    const giveUp = (trx: Transaction) => markUndelivered(trx, [planted.mail.id], `no mailbox ${planted.mail.recipient}`)
    expect(await eraseDuring(planted, giveUp)).toEqual([])
  })

  it('is erased from the queue while staff retry it', async () => {
    const planted = await queueMail(connection(), jobs())
    await inTransaction(connection().db, (trx) => markUndelivered(trx, [planted.mail.id], 'refused'))
    expect(await eraseDuring(planted, (trx) => retryEmails(trx, [planted.mail.id], { jobs: jobs() }))).toEqual([])
  })

  it('is erased from the queue while staff resend it', async () => {
    const planted = await queueMail(connection(), jobs())
    await record(planted.mail)
    const resend = (trx: Transaction) => resendMail(trx, actor, { id: planted.mail.id, expectedVersion: '0' }, jobs())
    expect(await eraseDuring(planted, resend)).toEqual([])
  })
})
