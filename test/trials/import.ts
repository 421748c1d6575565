import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, withResponseCookies } from '../../bench/support/client.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import { markedForm } from '../support/order-forms.ts'
import { assertThat, createTrialShop, log, runCommand, withDatabase } from './trial-shop.ts'

const SIZES = (process.env.ROWS ?? '10000,100000').split(',').map(Number)
const GUESTS = Number(process.env.GUESTS ?? 2)
const STOCK = 1_000_000
const BASELINE_MS = 10_000
const PAUSE_MS = 200
const MAX_WAIT_MS = 500
const LOCK_POLL_MS = 20
const COLUMNS = 'Handle,Title,Body (HTML),Type,Variant Inventory Qty,Variant Price'

type Trial = Awaited<ReturnType<typeof createTrialShop>>
type Kind = 'order' | 'cart' | 'quote'
/** The longest in ms. `lock`: a wait for a lock of PostgreSQL; `server` and `trial`: event-loop delays of the two processes. */
type WaitTimes = Record<Kind | 'lock' | 'server' | 'trial', number> & { orderTimes: number[] }
const emptyWaits = (): WaitTimes => ({ order: 0, cart: 0, quote: 0, lock: 0, server: 0, trial: 0, orderTimes: [] })

/**
 * docs/product §10.2: product files are imported in which every row changes, while guests ask for quotes and order some of
 * the same products. No request waits longer than 500 ms meanwhile, none fails, and `verify` is clean. The same load
 * without the import, before it and for as long after it, shows what the machine itself contributes.
 */
export async function importProducts(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-import-'))
  const shop = await trial.start()
  const client = new Client(shop.port, GUESTS + 1)
  try {
    for (const size of SIZES) {
      const path = join(folder, `${size}.csv`)
      await writeFile(path, csvFile(size, 'Before'))
      await runCommand(trial.environment, 'import', 'products', path)
      const products = await findImportedProducts(trial)
      const waits = { baseline: emptyWaits(), during: emptyWaits() }
      let phase: keyof typeof waits = 'baseline'
      let isRunning = true
      const locks = watchLocks(trial, engine, () => waits[phase])
      const load = Promise.all(
        Array.from({ length: GUESTS }, async (_, guest) => {
          for (let n = guest; isRunning; n += GUESTS) {
            await buy(client, products[n % products.length] as number, () => waits[phase])
            await pause(PAUSE_MS)
          }
        }),
      )
      try {
        await measureLoopDelays(shop, waits.baseline, () => Promise.race([pause(BASELINE_MS), load]))
        await writeFile(path, csvFile(size, 'After'))
        phase = 'during'
        const started = performance.now()
        const output = await measureLoopDelays(shop, waits.during, () =>
          Promise.race([runCommand(trial.environment, 'import', 'products', path), load]),
        )
        const elapsed = performance.now() - started
        const seconds = elapsed / 1000
        phase = 'baseline'
        assertThat(String(output).includes(`0 added, ${size} updated`), `the import printed: ${output}`)
        // A longest wait grows with the number of requests: as many are sent without the import.
        const remainingMs = Math.max(0, elapsed - BASELINE_MS)
        await measureLoopDelays(shop, waits.baseline, () => Promise.race([pause(remainingMs), load]))
        report(engine, size, seconds, waits)
      } finally {
        isRunning = false
        await load
        await locks.stop()
      }
      assertThat(await isImported(trial, size), 'not every product matches the file')
      for (const operation of ['order', 'cart', 'quote'] as const) {
        const [during, baseline] = [Math.round(waits.during[operation]), Math.round(waits.baseline[operation])]
        assertThat(
          during <= MAX_WAIT_MS,
          `a guest waited ${during} ms for ${operation} during the import, ${baseline} ms without`,
        )
      }
    }
    await runCommand(trial.environment, 'verify')
    log('verify: all agree.')
  } finally {
    client.close()
    await shop.stop()
    await trial.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(
  engine: string,
  size: number,
  seconds: number,
  { baseline, during }: Record<'baseline' | 'during', WaitTimes>,
) {
  const ms = (value: number) => `${Math.round(value)} ms`
  const summarize = ({ order, cart, quote, lock, server, trial, orderTimes }: WaitTimes) => {
    const sorted = orderTimes.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const lockPart = engine === 'postgres' ? `, lock ${ms(lock)}` : ''
    return (
      `${orderTimes.length} orders, longest ${ms(order)} (p99 ${ms(p99)}), cart ${ms(cart)}, quote ${ms(quote)}${lockPart}; ` +
      `event loop of the shop ${ms(server)}, of this process ${ms(trial)}`
    )
  }
  log(`${engine}, ${size} changed rows in ${seconds.toFixed(1)} s; limit ${MAX_WAIT_MS} ms.`)
  log(`  Without: ${summarize(baseline)}.`)
  log(`  During:  ${summarize(during)}.`)
}

/** Adds the longest event-loop delays while `work` runs. */
async function measureLoopDelays<Value>(
  shop: RunningShop,
  waits: WaitTimes,
  work: () => Promise<Value>,
): Promise<Value> {
  // The shop's figure starts over whenever it is read.
  await readLoopDelay(shop)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const value = await work()
  delay.disable()
  waits.trial = Math.max(waits.trial, delay.max / 1_000_000)
  waits.server = Math.max(waits.server, await readLoopDelay(shop))
  return value
}

async function readLoopDelay({ url }: RunningShop): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
}

/** Samples every 20 ms how long statements of PostgreSQL have been waiting for a lock. */
function watchLocks(trial: Trial, engine: string, waits: () => WaitTimes): { stop(): Promise<void> } {
  let isOpen = engine === 'postgres'
  const sampling = withDatabase(trial, async (pool) => {
    while (isOpen) {
      const { rows } = await pool.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)), 0)::float8 * 1000 as ms
           from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
      )
      waits().lock = Math.max(waits().lock, rows[0]?.ms ?? 0)
      await pause(LOCK_POLL_MS)
    }
  })
  return {
    stop() {
      isOpen = false
      return sampling
    },
  }
}

const csvFile = (size: number, prefix: string): string =>
  [
    COLUMNS,
    ...Array.from({ length: size }, (_, n) => {
      const body = `<p>${prefix} the treatment of strand ${n}. ${'Apply to damp hair and rinse well. '.repeat(6)}</p>`
      return `trial-${n},Trial Product ${n},${body},Trial ${n % 40},${STOCK},${(n % 90) + 30}.00`
    }),
  ].join('\n')

async function buy(client: Client, productId: number, waits: () => WaitTimes): Promise<void> {
  const visitor = await client.visit()
  const recordWait = async <Value>(operation: Kind, work: () => Promise<Value>): Promise<Value> => {
    const current = waits()
    const started = performance.now()
    const result = await work()
    const elapsed = performance.now() - started
    current[operation] = Math.max(current[operation], elapsed)
    if (operation === 'order') current.orderTimes.push(elapsed)
    return result
  }
  const cartResponse = await recordWait('cart', () =>
    client.post('/shopping-cart/product/add', visitor, { id: productId, quantity: 1 }),
  )
  assertThat(cartResponse.status === 200, `the cart returned ${cartResponse.status} ${cartResponse.body}`)
  const buyer = withResponseCookies(visitor, cartResponse)
  const headers = { accept: 'application/json', cookie: buyer.cookie }
  const quote = await recordWait('quote', () => client.send('GET', '/checkout/quotes.json?zipcode=07631', headers))
  assertThat(quote.status === 200, `the quote returned ${quote.status} ${quote.body}`)
  const form = markedForm(`guest-${crypto.randomUUID()}`)
  const orderResponse = await recordWait('order', () => client.post('/checkout/confirm', buyer, form))
  assertThat(orderResponse.status === 201, `placing returned ${orderResponse.status} ${orderResponse.body}`)
}

/** Returns products from all over the file. */
const findImportedProducts = (trial: Trial): Promise<number[]> =>
  withDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from products where handle like 'trial-%' and id % 97 = 3 order by id limit 500`,
    )
    return rows.map(({ id }) => id)
  })

/** Goods sold during the import stay sold. */
const isImported = (trial: Trial, size: number): Promise<boolean> =>
  withDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ merged: number }>(
      `select count(*)::int as merged from products where handle like 'trial-%' and description_html like '<p>After%'`,
    )
    return rows[0]?.merged === size
  })
