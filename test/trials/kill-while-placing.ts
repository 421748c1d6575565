import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type pg from 'pg'
import { openDatabase } from '#server/platform/database/connect.ts'
import { Client } from '../../bench/support/client.ts'
import { deliveryForm } from '../support/order-forms.ts'
import { countStock } from '../support/stock.ts'
import { type Deed, judgeDeeds, signInClerk, workThrough } from './clerk.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'

const KILLS = Number(process.env.KILLS ?? 100)
const BUYERS = 8
const CLERKS = 2
/** Together at least 10,000 attempts (docs/security G4). */
const ATTEMPTS_A_KILL = 100
const READY_WITHIN_MS = 5_000

/** The product that is bought, with enough of it for every attempt. */
export const PRODUCT_ID = 1
export const STOCK = 1_000_000

export type Attempt = { marker: string; acknowledged: number | undefined }

/**
 * docs/security G4: the server is killed at random moments while buyers place orders, and clerks book their payments,
 * complete them and take goods back. What was acknowledged is there once; what was not is there once or not at all;
 * nothing is half.
 */
export async function killWhilePlacing(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const attempts: Attempt[] = []
  const deeds: Deed[] = []
  /** Each order is worked on once, by one clerk. */
  let worked = 0
  const readyMs: number[] = []
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const started = performance.now()
      const shop = await trial.start()
      // The first start also makes the demo shop.
      if (kill === 0) await onDatabase(trial.environment, (pool) => pool.query(countStock(PRODUCT_ID, STOCK)))
      else readyMs.push(performance.now() - started)
      const cookie = await signInClerk(trial.environment)
      const client = new Client(shop.port, BUYERS + CLERKS)
      const target = attempts.length + ATTEMPTS_A_KILL + Math.floor(Math.random() * 20)
      let alive = true
      const busy = async (work: () => Promise<unknown>) => {
        while (alive) {
          try {
            await work()
          } catch (error) {
            if (alive) throw error
          }
        }
      }
      const buyers = Array.from({ length: BUYERS }, () => busy(() => buyOnce(client, attempts)))
      const clerks = Array.from({ length: CLERKS }, () =>
        busy(async () => {
          // The newest may not have been answered yet.
          const next = worked < attempts.length - 2 * BUYERS ? attempts[worked++] : undefined
          if (!next) await new Promise((resolve) => setTimeout(resolve, 5))
          else if (next.acknowledged !== undefined) await workThrough(client, cookie, next.acknowledged, deeds)
        }),
      )
      while (attempts.length < target) await new Promise((resolve) => setTimeout(resolve, Math.random() * 7))
      alive = false
      await shop.stop('SIGKILL')
      await Promise.all([...buyers, ...clerks])
      client.close()
      if ((kill + 1) % 10 === 0) say(`${kill + 1} kills, ${attempts.length} attempts`)
    }
    await judgeAttempts(trial.environment, attempts, await judgeDeeds(trial.environment, deeds))
    const slowest = Math.max(...readyMs)
    say(`Ready again after at most ${(slowest / 1000).toFixed(1)} s.`)
    require(slowest <= READY_WITHIN_MS, 'that is too late')
  } finally {
    await trial.remove()
  }
}

/** One visitor's way from the page to the order; the marker stands in the delivery address. */
export async function buyOnce(client: Client, attempts: Attempt[]): Promise<Attempt> {
  const visitor = await client.visit()
  const added = await client.post('/shopping-cart/product/add', visitor, { id: PRODUCT_ID, quantity: 1 })
  const cart = [added.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0])
  const attempt: Attempt = { marker: `marker-${attempts.length}`, acknowledged: undefined }
  attempts.push(attempt)
  const form = { ...deliveryForm, shipping: { ...deliveryForm.shipping, address_1: attempt.marker } }
  const buyer = { ...visitor, cookie: [visitor.cookie, ...cart].join('; ') }
  const { status, body } = await client.post('/checkout/confirm', buyer, form, { 'idempotency-key': attempt.marker })
  require(status === 201, `placing answered ${status} ${body}`)
  attempt.acknowledged = JSON.parse(body).id
  return attempt
}

type Environment = { DATABASE_URL: string; DATA_DIR: string }

export async function onDatabase<Result>(
  environment: Environment,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = environment
  const connection = await openDatabase({ databaseUrl, dataDir, mode: 'join' })
  try {
    return await work(connection.pool)
  } finally {
    await connection.close()
  }
}

async function judgeAttempts(environment: Environment, attempts: readonly Attempt[], putBack: number) {
  const { rows } = await onDatabase(environment, (pool) =>
    // The demo shop brings orders of its own.
    pool.query<{ id: number; marker: string }>(
      `select order_id as id, address_1 as marker from order_addresses where address_1 like 'marker-%'`,
    ),
  )
  const { rows: products } = await onDatabase(environment, (pool) =>
    pool.query<{ stock: number }>(`select stock from products where id = ${PRODUCT_ID}`),
  )
  const taken = STOCK - (products[0]?.stock ?? 0)
  require(taken ===
    rows.length - putBack, `${rows.length} orders, ${putBack} pieces put back: ${taken} are taken from the stock`)
  const orders = Map.groupBy(rows, ({ marker }) => marker)
  const found = (attempt: Attempt) => orders.get(attempt.marker)?.map(({ id }) => id) ?? []
  const acknowledged = attempts.filter((attempt) => attempt.acknowledged !== undefined)
  const lost = acknowledged.filter((attempt) => !found(attempt).includes(attempt.acknowledged as number))
  const doubled = attempts.filter((attempt) => found(attempt).length > 1)
  say(
    `${attempts.length} attempts, ${acknowledged.length} acknowledged, ${rows.length} orders: ${lost.length} lost, ${doubled.length} doubled.`,
  )
  require(lost.length === 0 && doubled.length === 0, 'orders were lost or doubled')
  // Half orders, carts emptied without one, sums that disagree.
  const verify = await promisify(execFile)(process.execPath, ['src/server/shop.ts', 'verify'], {
    env: { ...process.env, ...environment },
  })
  say(verify.stdout.trim())
}
