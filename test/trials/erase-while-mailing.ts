import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { processEmails } from '#server/mail/outbox/mail.jobs.ts'
import { readConfig } from '#server/platform/config.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { Client, type Visitor, withResponseCookies } from '../../bench/support/client.ts'
import { findPersonalData } from '../support/create-person.ts'
import { deliveryForm } from '../support/order-forms.ts'
import { signInStaff } from './clerk.ts'
import { signInMember } from './member-sign-ins.ts'
import { assertThat, createTrialShop, disableStockTracking, log } from './trial-shop.ts'

const MEMBERS = Number(process.env.MEMBERS ?? 200)
/** Members who register, order and are erased at the same time. */
const CONCURRENCY = 12
/** Email workers besides the shop's own. */
const WORKERS = 3
const MAX_DELAY_MS = 1_000
const POLL_MS = 100
/** In the name, email and address of every member, and in nothing else. */
const MARKER = 'zwyquix'
const PRODUCT = 1
const MAX_LISTED = 20
const SHOP_EMAIL = 'shop@trial.example'
const PASSWORD = 'a long enough one 4471'

type Trial = Awaited<ReturnType<typeof createTrialShop>>

/** Counts of emails in progress. */
type InFlight = { active: number; sending: number; sentAfterward: number }

/**
 * docs/back-office §4: members are erased at random moments within a second of their order, while several workers send
 * their emails. Afterward no table, no job and no file contains their data.
 */
export async function eraseWhileMailing(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const shop = await trial.start({ SHOP_SHOP_EMAIL: SHOP_EMAIL })
  const client = new Client(shop.port, CONCURRENCY * 2)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = trial.environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  const sending = new Set<string>()
  const workers: Jobs[] = []
  try {
    await disableStockTracking(trial, PRODUCT)
    for (let n = 0; n < WORKERS; n++) workers.push(await startWorker(connection, trial, sending))
    const inFlight: InFlight = { active: 0, sending: 0, sentAfterward: 0 }
    let erasedWhileSending = 0
    let next = 0
    const owner = await signInOwner(client, trial)
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (next < MEMBERS) {
          const number = next++
          const memberId = await orderAsMember(client, connection.pool, number)
          await pause(Math.random() * MAX_DELAY_MS)
          const emails = await erase(client, owner, connection.pool, memberId, sending)
          if (emails.active > 0) erasedWhileSending++
          for (const key of ['active', 'sending', 'sentAfterward'] as const) inFlight[key] += emails[key]
          if ((number + 1) % 50 === 0) log(`${number + 1} of ${MEMBERS} …`)
        }
      }),
    )
    await waitForEmails(connection.pool)
    log(
      `${engine}: ${MEMBERS} members erased, ${erasedWhileSending} of them with emails held by a worker: ${inFlight.active} emails; ` +
        `${inFlight.sending} were being written by this process, ${inFlight.sentAfterward} of them still after the erasure.`,
    )
    assertThat(erasedWhileSending > 0, 'no member was erased while an email was being sent')
    await assertErased(connection.pool)
    const findings = await findPersonalData(connection.db, dataDir, MARKER)
    for (const finding of findings.slice(0, MAX_LISTED)) log(`LEFTOVER ${finding.slice(0, 300)}`)
    log(`${findings.length} leftovers.`)
    assertThat(findings.length === 0, `${findings.length} rows or files still contain personal data`)
  } finally {
    for (const jobs of workers) await jobs.stop()
    client.close()
    await connection.close()
    await shop.stop()
    await trial.remove()
  }
}

/** Sends emails as the shop does, and records the ids of those that it is sending. */
async function startWorker(connection: Connection, { environment }: Trial, sending: Set<string>): Promise<Jobs> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' })
  const env = { SHOP_SHOP_EMAIL: SHOP_EMAIL }
  const { db } = connection
  const jobs = await startJobs(connection, rethrow, { schedules: false, othersQueue: true })
  const trackingJobs: Jobs = {
    ...jobs,
    work: (name, handler, onFailure) =>
      jobs.work(
        name,
        async (payload, id, stopping) => {
          sending.add(id)
          await handler(payload, id, stopping).finally(() => sending.delete(id))
        },
        onFailure,
      ),
  }
  const [settings, files] = await Promise.all([openSettings(db, env), openFiles(config)])
  const signer = makeSigner(config.secret, config.secretPrevious)
  await processEmails({ config, connection, db, settings, signer, jobs: trackingJobs, files }, () => {})
  return jobs
}

function rethrow(error: unknown): never {
  throw error
}

/** Registers a member who bears the marker, and places an order in their account; returns the id of the member. */
async function orderAsMember(client: Client, pool: pg.Pool, number: number): Promise<number> {
  const contact = {
    first_name: `F${MARKER}${number}`,
    last_name: `L${MARKER}${number}`,
    phone_number: '(201) 555-7731',
    address_1: `${number} ${MARKER} Street`,
    city: 'Englewood',
    state: 'NJ',
    zip: '07631',
  }
  const email = `${MARKER}.${number}@example.com`
  const anonymousVisitor = await client.visit()
  const credentials = {
    password: PASSWORD,
    confirmation: PASSWORD,
    cosmetology_id: `${MARKER}-${number}`,
    franchise: 'Y',
  }
  const registration = await client.post('/register', anonymousVisitor, { ...contact, ...credentials, email })
  assertThat(registration.status < 300, `registering returned ${registration.status} ${registration.body}`)
  const { id, cookie } = await signInMember(pool, email)
  const visitor = { ...anonymousVisitor, cookie: `${anonymousVisitor.cookie}; ${cookie}` }
  const cartResponse = await client.post('/shopping-cart/product/add', visitor, { id: PRODUCT, quantity: 1 })
  assertThat(cartResponse.status === 200, `the cart returned ${cartResponse.status} ${cartResponse.body}`)
  const form = {
    ...deliveryForm,
    ...contact,
    user_email: email,
    comments: `Ring at ${MARKER}`,
    shipping: { ...deliveryForm.shipping, ...contact },
  }
  const orderResponse = await client.post('/checkout/confirm', withResponseCookies(visitor, cartResponse), form)
  assertThat(orderResponse.status === 201, `placing returned ${orderResponse.status} ${orderResponse.body}`)
  return id
}

async function signInOwner(client: Client, { environment }: Trial): Promise<Visitor> {
  const visitor = await client.visit()
  return { ...visitor, cookie: `${visitor.cookie}; ${await signInStaff(environment, 'owner')}` }
}

/** Erases a member, and counts the emails that a worker holds at that moment. */
async function erase(
  client: Client,
  owner: Visitor,
  pool: pg.Pool,
  memberId: number,
  sending: ReadonlySet<string>,
): Promise<InFlight> {
  const ids = await findActiveEmails(pool, memberId)
  const sendingBefore = ids.filter((id) => sending.has(id))
  const erasure = await client.send('GET', `/admin/members/${memberId}/erasure.json`, { cookie: owner.cookie })
  const { version } = JSON.parse(erasure.body)
  const body = { reason: 'Asked by letter', acknowledge_open: true, expected_version: version }
  const response = await client.post(`/admin/members/${memberId}/erase`, owner, body)
  assertThat(response.status === 200, `erasing returned ${response.status} ${response.body}`)
  const sentAfterward = ids.filter((id) => sending.has(id)).length
  return { active: ids.length, sending: sendingBefore.length, sentAfterward }
}

/** Returns the jobs of a member's emails that a worker has fetched and not yet recorded as sent. */
async function findActiveEmails(pool: pg.Pool, memberId: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from pgboss.job
      where name = 'mail' and state = 'active' and not exists (select from sent_mails where sent_mails.id = job.id)
        and ((data ->> 'user_id')::int = $1
          or (data ->> 'order_id')::int in (select id from orders where user_id = $1))`,
    [memberId],
  )
  return rows.map(({ id }) => id)
}

/** Waits until no worker has an email left, and none is due. */
async function waitForEmails(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from pgboss.job
        where name = 'mail' and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
    )
    if (rows[0]?.count === 0) return
    await pause(POLL_MS)
  }
}

async function assertErased(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from erasures where user_id is not null and done_at is not null`,
  )
  assertThat(rows[0]?.count === MEMBERS, `${rows[0]?.count} of ${MEMBERS} members are erased`)
}
