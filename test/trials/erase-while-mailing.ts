import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { workOnMails } from '#server/mail/mail.jobs.ts'
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
import { signInMember } from './members-who-buy.ts'
import { makeTrialShop, neverSellOut, require, say } from './shop-for-trial.ts'

const MEMBERS = Number(process.env.MEMBERS ?? 200)
/** Members who register, order and are erased at the same time. */
const CONCURRENCY = 12
/** Mail workers besides the shop's own. */
const WORKERS = 3
const LONGEST_DELAY_MS = 1_000
const SETTLED_POLL_MS = 100
/** In the name, email and address of every member, and in nothing else. */
const MARK = 'zwyquix'
const PRODUCT = 1
const SHOWN = 20
const SHOP_EMAIL = 'shop@trial.example'
const PASSWORD = 'a long enough one 4471'

type Trial = Awaited<ReturnType<typeof makeTrialShop>>

/** Mails by the ids of their jobs. */
type InFlight = { active: number; sending: number; sentAfterward: number }

/**
 * docs/back-office §4: members are erased at random moments within a second of their order, while several workers send
 * their mails. Afterward no table, no job and no file says anything of them.
 */
export async function eraseWhileMailing(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const shop = await trial.start({ SHOP_SHOP_EMAIL: SHOP_EMAIL })
  const client = new Client(shop.port, CONCURRENCY * 2)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = trial.environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  const sending = new Set<string>()
  const workers: Jobs[] = []
  try {
    await neverSellOut(trial, PRODUCT)
    for (let n = 0; n < WORKERS; n++) workers.push(await startWorker(connection, trial, sending))
    const inFlight: InFlight = { active: 0, sending: 0, sentAfterward: 0 }
    let hit = 0
    let next = 0
    const eraser = await signInOwner(client, trial)
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        while (next < MEMBERS) {
          const number = next++
          const memberId = await orderAsMember(client, connection.pool, number)
          await pause(Math.random() * LONGEST_DELAY_MS)
          const mails = await erase(client, eraser, connection.pool, memberId, sending)
          if (mails.active > 0) hit++
          for (const key of ['active', 'sending', 'sentAfterward'] as const) inFlight[key] += mails[key]
          if ((number + 1) % 50 === 0) say(`${number + 1} of ${MEMBERS} …`)
        }
      }),
    )
    await waitForMails(connection.pool)
    say(
      `${engine}: ${MEMBERS} members erased, ${hit} of them with mails in a worker's hands: ${inFlight.active} mails; ` +
        `${inFlight.sending} were being written by this process, ${inFlight.sentAfterward} of them still after the erasure.`,
    )
    require(hit > 0, 'no member was erased while a mail was being sent')
    await requireErased(connection.pool)
    const found = await findPersonalData(connection.db, dataDir, MARK)
    for (const finding of found.slice(0, SHOWN)) say(`LEFTOVER ${finding.slice(0, 300)}`)
    say(`${found.length} leftovers.`)
    require(found.length === 0, `${found.length} rows or files still say who was erased`)
  } finally {
    for (const jobs of workers) await jobs.stop()
    client.close()
    await connection.close()
    await shop.stop()
    await trial.remove()
  }
}

/** Works on mails as the shop does, and records the ids of those that it is sending. */
async function startWorker(connection: Connection, { environment }: Trial, sending: Set<string>): Promise<Jobs> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' })
  const env = { SHOP_SHOP_EMAIL: SHOP_EMAIL }
  const { db } = connection
  const jobs = await startJobs(connection, fail, { schedules: false, othersQueue: true })
  const watched: Jobs = {
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
  await workOnMails({ config, connection, db, settings, signer, jobs: watched, files }, () => {})
  return jobs
}

function fail(error: unknown): never {
  throw error
}

/** Registers somebody who bears the mark, and places an order in their account; returns the id of the member. */
async function orderAsMember(client: Client, pool: pg.Pool, number: number): Promise<number> {
  const contact = {
    first_name: `F${MARK}${number}`,
    last_name: `L${MARK}${number}`,
    phone_number: '(201) 555-7731',
    address_1: `${number} ${MARK} Street`,
    city: 'Englewood',
    state: 'NJ',
    zip: '07631',
  }
  const email = `${MARK}.${number}@example.com`
  const opened = await client.visit()
  const secrets = { password: PASSWORD, confirmation: PASSWORD, cosmetology_id: `${MARK}-${number}`, franchise: 'Y' }
  const registered = await client.post('/register', opened, { ...contact, ...secrets, email })
  require(registered.status < 300, `registering answered ${registered.status} ${registered.body}`)
  const { id, cookie } = await signInMember(pool, email)
  const visitor = { ...opened, cookie: `${opened.cookie}; ${cookie}` }
  const added = await client.post('/shopping-cart/product/add', visitor, { id: PRODUCT, quantity: 1 })
  require(added.status === 200, `the cart answered ${added.status} ${added.body}`)
  const form = {
    ...deliveryForm,
    ...contact,
    user_email: email,
    comments: `Ring at ${MARK}`,
    shipping: { ...deliveryForm.shipping, ...contact },
  }
  const placed = await client.post('/checkout/confirm', withResponseCookies(visitor, added), form)
  require(placed.status === 201, `placing answered ${placed.status} ${placed.body}`)
  return id
}

async function signInOwner(client: Client, { environment }: Trial): Promise<Visitor> {
  const visitor = await client.visit()
  return { ...visitor, cookie: `${visitor.cookie}; ${await signInStaff(environment, 'owner')}` }
}

/** Erases a member, and counts the mails that are in a worker's hands at that moment. */
async function erase(
  client: Client,
  owner: Visitor,
  pool: pg.Pool,
  memberId: number,
  sending: ReadonlySet<string>,
): Promise<InFlight> {
  const ids = await findActiveMails(pool, memberId)
  const before = ids.filter((id) => sending.has(id))
  const body = { reason: 'Asked by letter', despite_open: true }
  const erased = await client.post(`/admin/members/${memberId}/erase`, owner, body)
  require(erased.status === 200, `erasing answered ${erased.status} ${erased.body}`)
  const sentAfterward = ids.filter((id) => sending.has(id)).length
  return { active: ids.length, sending: before.length, sentAfterward }
}

/** The jobs of a member's mails that a worker has fetched and not yet recorded as sent. */
async function findActiveMails(pool: pg.Pool, memberId: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from pgboss.job
      where name = 'mail' and state = 'active' and not exists (select from sent_mails where sent_mails.id = job.id)
        and ((data ->> 'user_id')::int = $1
          or (data ->> 'order_id')::int in (select id from orders where user_id = $1))`,
    [memberId],
  )
  return rows.map(({ id }) => id)
}

/** Waits until no worker has a mail any more, and none is due. */
async function waitForMails(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int from pgboss.job
        where name = 'mail' and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
    )
    if (rows[0]?.count === 0) return
    await pause(SETTLED_POLL_MS)
  }
}

async function requireErased(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from erasures where user_id is not null and done_at is not null`,
  )
  require(rows[0]?.count === MEMBERS, `${rows[0]?.count} of ${MEMBERS} members are erased`)
}
