import pg from 'pg'
import { ACCOUNT_PAGE_SIZE } from '#contract/base/limits.ts'
import { findSession } from '#server/customers/sessions.ts'
import { listUserOrders } from '#server/orders/user-orders.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { Client } from './support/client.ts'
import { makeDatabase } from './support/database.ts'
import { explain } from './support/explain.ts'
import { evaluateP99Ratio } from './support/figures.ts'
import { assertNoFailures, MAX_P99_RATIO, P99_SECONDS, pace, paceAlternating } from './support/load.ts'
import { type Recording, record, replay } from './support/replay.ts'
import { startShop } from './support/server.ts'

const ORDERS = 100_000
const USER_ORDERS = 2_000
/** Enough rows that PostgreSQL finds a user by an index. */
const USERS = 5_000
const CONNECTIONS = 10
/** A moderate rate: a tenth of what the shop can answer. */
const REQUESTS_PER_SECOND = 60
const ROUNDS = 3
const WARM_UP = 5

/**
 * The personal orders in a large shop, on three pages of the list: the shop's call against its SQL statements from a
 * script.
 */
export async function run(): Promise<void> {
  const database = await makeDatabase('salonfront_bench_account')
  const shop = await startShop({ databaseUrl: database.url })
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
  const client = new Client(shop.port, CONNECTIONS)
  try {
    const token = makeToken()
    const userId = await createOrders(pool, token)
    const headers = { cookie: `session=${token}`, accept: 'application/json' }
    const lastOffset = USER_ORDERS - ACCOUNT_PAGE_SIZE
    for (const [page, offset] of [
      ['first', 0],
      ['middle', lastOffset / 2],
      ['last', lastOffset],
    ] as const) {
      const recording = await record(database.url, async ({ db }) => ({
        async run() {
          await findSession(db, token)
          await listUserOrders(db, userId, offset)
        },
      }))
      await requireIndexes(pool, recording)
      const request = async () => {
        const { status, body } = await client.send('GET', `/account/orders.json?offset=${offset}`, headers)
        if (status !== 200 || !body.includes(`"page_count":${USER_ORDERS / ACCOUNT_PAGE_SIZE}`)) {
          throw new Error(`${status} ${body}`)
        }
      }
      await pace(REQUESTS_PER_SECOND, WARM_UP, request)
      const replayStatements = () => replayOnPool(pool, recording)
      await pace(REQUESTS_PER_SECOND, 1, replayStatements)
      const options = { perSecond: REQUESTS_PER_SECOND, seconds: P99_SECONDS, rounds: ROUNDS }
      const { shop: measured, baseline, p99Ratio } = await paceAlternating(options, request, replayStatements)
      assertNoFailures(measured, baseline)
      evaluateP99Ratio(`${page} page of personal orders`, measured, baseline, p99Ratio, MAX_P99_RATIO)
    }
  } finally {
    client.close()
    await pool.end()
    await shop.stop()
    await database.drop()
  }
}

/** Assigns every fiftieth order to the user, so that these orders are as scattered in the table as in a real shop. */
async function createOrders(pool: pg.Pool, token: string): Promise<UserId> {
  const { rows } = await pool.query(
    `insert into users (email, type, status, first_name, last_name, phone_number, cosmetology_id, referral_code)
     select 'bench' || n || '@example.com', 'franchise', 'active', 'Ana', 'Reyes', '1', '1', 'BENCH' || n
       from generate_series(1, $1::int) n returning id`,
    [USERS],
  )
  const ids = rows.map(({ id }) => id)
  await pool.query('insert into sessions (token_hash, user_id) values ($1, $2)', [hashToken(token), ids[0]])
  await pool.query(
    `insert into orders (user_id, type, first_name, last_name, email, phone_number, sub_total_cents,
       shipping_price_cents, insurance_cents, tax_cents, total_cents, pv, cv_cents, shipping_description, payment_type)
     select ($1::int[])[1 + n % $2], 'P', 'Ana', 'Reyes', 'ana@example.com', '(201) 555-0100', n, 0, 0, 0, n, 10, 100,
       'Pickup', 'check' from generate_series(1, $3) n`,
    [ids, ORDERS / USER_ORDERS, ORDERS],
  )
  // Runs the vacuum that the server would run a few minutes later, including for the tables that triggers wrote to.
  // Skips small tables: `sessions` has one row and would be read with a sequential scan.
  const { rows: tables } = await pool.query(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 1000000`,
  )
  await pool.query(`vacuum analyze ${tables.map(({ name }) => name).join(', ')}`)
  await pool.query('checkpoint')
  return ids[0]
}

/** Requires that session, page and count are one query each, answered by an index. */
async function requireIndexes(pool: pg.Pool, recording: Recording): Promise<void> {
  for (const statement of recording) {
    const { indexes, wholeTables, ms } = await explain(pool, statement)
    process.stdout.write(`  ${indexes.join(', ')}: ${ms.toFixed(2)} ms\n`)
    if (wholeTables.length > 0 || indexes.length === 0) {
      throw new Error(`no index is used, ${wholeTables.join(', ')} is scanned: ${statement.text}`)
    }
  }
  if (recording.length !== 3) throw new Error(`${recording.length} statements instead of session, page and count`)
}

async function replayOnPool(pool: pg.Pool, recording: Recording): Promise<void> {
  const connection = await pool.connect()
  try {
    await replay(connection, recording, new Map())
  } finally {
    connection.release()
  }
}
