import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { waitFor, waitForSettledJobs } from '#test/wait.ts'
import { listOutbox } from './list-outbox.ts'
import { processEmails, storeUndelivered } from './mail.jobs.ts'
import type { MailState } from './outbox.queries.ts'
import { retryEmails } from './retry-emails.ts'

/**
 * Starts a mail server that refuses everything, repeating the address in its reply as real servers do, until switched.
 */
async function startMailServer() {
  const state = { refuses: true, knowsNobody: false, messageIds: [] as string[] }
  const server = createServer((socket) => {
    const reply = (line: string) => void socket.write(`${line}\r\n`)
    let inside = false
    reply('220 stand-in')
    socket.on('error', () => {})
    createInterface(socket).on('line', (line) => {
      if (inside) {
        const id = /^message-id: <(.*)@/i.exec(line)?.[1]
        if (id) state.messageIds.push(id)
        if (line !== '.') return
        inside = false
        return reply('250 taken')
      }
      if (/^QUIT/i.test(line)) return reply('221 bye')
      if (/^RCPT/i.test(line) && state.knowsNobody) return reply('550 5.1.1 <ana@example.com>: no such user')
      if (/^RCPT/i.test(line) && state.refuses) return reply('450 4.2.1 <ana@example.com>: try again later')
      inside = /^DATA/i.test(line)
      reply(inside ? '354 go on' : '250 ok')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { state, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

const server = await startMailServer()
afterAll(() => server.close())

databaseTest('a mail server that refuses emails', (connection) => {
  const suite = appForSuite(connection, { SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` })
  const warnings: { about: Record<string, unknown>; sentence: string }[] = []
  const { state } = server
  const lastTry = () =>
    connection().pool.query(
      `update pgboss.job set retry_count = retry_limit - 1, start_after = now() where name = 'mail' and state = 'retry'`,
    )
  const listMails = async (state: MailState) =>
    (await listOutbox(suite().services, 'owner', { state, search: '' })).data
  const metrics = async () => {
    const { body } = await suite().app.inject('/metrics')
    return Object.fromEntries(
      [...body.matchAll(/^(mails_\w+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    )
  }
  let orderId = 0
  beforeAll(async () => {
    state.refuses = true
    state.knowsNobody = false
    state.messageIds.length = 0
    const { db } = connection()
    const { id } = await makeProduct(db)
    const placed = await submit(db, suite().services.jobs, { cartOwner: await fillCart(db, [{ id }]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    orderId = placed.orderId
    await processEmails(
      suite().services,
      (details, message) => void warnings.push({ about: details, sentence: message }),
    )
  })

  it('causes a warning for each failed attempt, with ids and codes but no email address', async () => {
    await waitFor(() => expect(warnings).toHaveLength(1))
    expect(warnings[0]).toMatchObject({
      sentence: 'mail not sent',
      about: { mail: 'order_placed', order_id: orderId, tries: 1, reason: expect.stringMatching(/EENVELOPE 450/) },
    })
    expect(JSON.stringify(warnings)).not.toMatch(/@/)
    await waitFor(async () => expect(await listMails('retrying')).toMatchObject([{ attempts: 1 }]))
    const output = await metrics()
    expect(output).toMatchObject({ mails_queued: 1, mails_undelivered: 0 })
    expect(output.mails_oldest_age_seconds).toBeGreaterThan(0)
  })

  it('loses no email: after the last attempt it is undelivered, even if the process ended in between', async () => {
    await lastTry()
    await waitFor(async () => expect(await metrics()).toMatchObject({ mails_queued: 0, mails_undelivered: 1 }))
    expect(warnings.at(-1)).toMatchObject({ sentence: 'mail given up', about: { order_id: orderId, tries: 31 } })
    const { rows } = await connection().pool.query(
      `select count(*)::int from pgboss.job where name = 'mail' and state = 'failed'`,
    )
    expect(rows).toEqual([{ count: 0 }])
    await connection().pool.query(
      `insert into pgboss.job (name, data, state, retry_count) values ('mail', '{"mail": "prove_email", "user_id": 999}', 'failed', 30)`,
    )
    await storeUndelivered(connection().db)
    expect((await listMails('failed')).map(({ mail }) => mail).sort()).toEqual(['order_placed', 'prove_email'])
  })

  it('receives the same email again when someone retries it', async () => {
    const { db } = connection()
    const { jobs } = suite().services
    const unknown = '00000000-0000-0000-0000-000000000000'
    const ids = (await listMails('failed')).filter(({ mail }) => mail === 'order_placed').map(({ id }) => id)
    const refused = await inTransaction(db, (trx) => retryEmails(trx, [...ids, unknown], { jobs }))
    expect(refused).toEqual({ ok: false, refusal: { code: 'mail_not_found', id: unknown } })
    expect(await listMails('failed')).toHaveLength(2)

    state.refuses = false
    expect(await inTransaction(db, (trx) => retryEmails(trx, ids, { jobs }))).toEqual({ ok: true, mails: 1 })
    await waitFor(() => expect(state.messageIds).toEqual(ids))
    // The user of the other email no longer exists: its job completes without sending.
    expect(await inTransaction(db, (trx) => retryEmails(trx, 'all', { jobs }))).toEqual({ ok: true, mails: 1 })
    await waitFor(async () => expect(await metrics()).toMatchObject({ mails_queued: 0, mails_undelivered: 0 }))
    expect(state.messageIds).toEqual(ids)
  })

  it('is not tried again once it reports that the mailbox does not exist', async () => {
    state.knowsNobody = true
    warnings.length = 0
    const { db } = connection()
    const { id } = await makeProduct(db)
    const placed = await submit(db, suite().services.jobs, { cartOwner: await fillCart(db, [{ id }]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await waitForSettledJobs(connection().pool)
    expect(await listMails('failed')).toMatchObject([{ attempts: 1 }])
    expect(warnings).toMatchObject([{ sentence: 'mail given up', about: { order_id: placed.orderId, tries: 1 } }])
    expect([await listMails('queued'), await listMails('retrying')]).toEqual([[], []])
  })
})
