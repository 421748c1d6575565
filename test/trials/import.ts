import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, withResponseCookies } from '../../bench/support/client.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import { markedForm } from '../support/order-forms.ts'
import { makeTrialShop, onDatabase, require, say } from './shop-for-trial.ts'

const SIZES = (process.env.ROWS ?? '10000,100000').split(',').map(Number)
const GUESTS = Number(process.env.GUESTS ?? 2)
const STOCK = 1_000_000
const ALONE_MS = 10_000
const PAUSE_MS = 200
const LONGEST_WAIT_MS = 500
const LOCK_POLL_MS = 20
const COLUMNS = 'Handle,Title,Body (HTML),Type,Variant Inventory Qty,Variant Price'

type Trial = Awaited<ReturnType<typeof makeTrialShop>>
type Kind = 'order' | 'cart' | 'quote'
/** The longest in ms. `lock`: a wait for a lock of PostgreSQL; `server` and `trial`: event-loop delays of the two processes. */
type Waits = Record<Kind | 'lock' | 'server' | 'trial', number> & { times: number[] }
const noWaits = (): Waits => ({ order: 0, cart: 0, quote: 0, lock: 0, server: 0, trial: 0, times: [] })

/**
 * docs/product §10.2: product files are imported in which every row changes, while guests ask for quotes and order some of
 * the same products. No request waits longer than 500 ms meanwhile, none fails, and `verify` is clean. The same load
 * without the import, before it and for as long after it, tells what the machine itself contributes.
 */
export async function importProducts(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-import-'))
  const shop = await trial.start()
  const client = new Client(shop.port, GUESTS + 1)
  try {
    for (const size of SIZES) {
      const path = join(folder, `${size}.csv`)
      await writeFile(path, fileOf(size, 'Before'))
      await shopVerb(trial, 'import', 'products', path)
      const products = await findBought(trial)
      const waits = { alone: noWaits(), during: noWaits() }
      let phase: keyof typeof waits = 'alone'
      let going = true
      const locks = watchLocks(trial, engine, () => waits[phase])
      const load = Promise.all(
        Array.from({ length: GUESTS }, async (_, guest) => {
          for (let n = guest; going; n += GUESTS) {
            await buy(client, products[n % products.length] as number, () => waits[phase])
            await pause(PAUSE_MS)
          }
        }),
      )
      try {
        await duringDelays(shop, waits.alone, () => Promise.race([pause(ALONE_MS), load]))
        await writeFile(path, fileOf(size, 'After'))
        phase = 'during'
        const started = performance.now()
        const output = await duringDelays(shop, waits.during, () =>
          Promise.race([shopVerb(trial, 'import', 'products', path), load]),
        )
        const elapsed = performance.now() - started
        const seconds = elapsed / 1000
        phase = 'alone'
        require(String(output).includes(`0 added, ${size} updated`), `the import printed: ${output}`)
        // A longest wait grows with the number of requests: as many are sent without the import.
        const rest = Math.max(0, elapsed - ALONE_MS)
        await duringDelays(shop, waits.alone, () => Promise.race([pause(rest), load]))
        report(engine, size, seconds, waits)
      } finally {
        going = false
        await load
        await locks.stop()
      }
      require(await isMerged(trial, size), 'not every product is as the file has it')
      for (const kind of ['order', 'cart', 'quote'] as const) {
        const [during, alone] = [Math.round(waits.during[kind]), Math.round(waits.alone[kind])]
        require(during <=
          LONGEST_WAIT_MS, `a guest waited ${during} ms for ${kind} during the import, ${alone} ms without`)
      }
    }
    await shopVerb(trial, 'verify')
    say('verify: all agree.')
  } finally {
    client.close()
    await shop.stop()
    await trial.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(engine: string, size: number, seconds: number, { alone, during }: Record<'alone' | 'during', Waits>) {
  const ms = (value: number) => `${Math.round(value)} ms`
  const describe = ({ order, cart, quote, lock, server, trial, times }: Waits) => {
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const locked = engine === 'postgres' ? `, lock ${ms(lock)}` : ''
    return (
      `${times.length} orders, longest ${ms(order)} (p99 ${ms(p99)}), cart ${ms(cart)}, quote ${ms(quote)}${locked}; ` +
      `event loop of the shop ${ms(server)}, of this process ${ms(trial)}`
    )
  }
  say(`${engine}, ${size} changed rows in ${seconds.toFixed(1)} s; limit ${LONGEST_WAIT_MS} ms.`)
  say(`  Without: ${describe(alone)}.`)
  say(`  During:  ${describe(during)}.`)
}

/** Adds the longest event-loop delays while `work` runs. */
async function duringDelays<Value>(shop: RunningShop, waits: Waits, work: () => Promise<Value>): Promise<Value> {
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

/** Looks every 20 ms for how long statements of PostgreSQL have been waiting for a lock. */
function watchLocks(trial: Trial, engine: string, waits: () => Waits): { stop(): Promise<void> } {
  let open = engine === 'postgres'
  const watching = onDatabase(trial, async (pool) => {
    while (open) {
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
      open = false
      return watching
    },
  }
}

const fileOf = (size: number, word: string): string =>
  [
    COLUMNS,
    ...Array.from({ length: size }, (_, n) => {
      const body = `<p>${word} the treatment of strand ${n}. ${'Apply to damp hair and rinse well. '.repeat(6)}</p>`
      return `trial-${n},Trial Product ${n},${body},Trial ${n % 40},${STOCK},${(n % 90) + 30}.00`
    }),
  ].join('\n')

async function buy(client: Client, productId: number, waits: () => Waits): Promise<void> {
  const visitor = await client.visit()
  const timed = async <Value>(kind: Kind, work: () => Promise<Value>): Promise<Value> => {
    const current = waits()
    const started = performance.now()
    const answer = await work()
    const elapsed = performance.now() - started
    current[kind] = Math.max(current[kind], elapsed)
    if (kind === 'order') current.times.push(elapsed)
    return answer
  }
  const added = await timed('cart', () =>
    client.post('/shopping-cart/product/add', visitor, { id: productId, quantity: 1 }),
  )
  require(added.status === 200, `the cart answered ${added.status} ${added.body}`)
  const buyer = withResponseCookies(visitor, added)
  const headers = { accept: 'application/json', cookie: buyer.cookie }
  const quote = await timed('quote', () => client.send('GET', '/checkout/quotes.json?zipcode=07631', headers))
  require(quote.status === 200, `the quote answered ${quote.status} ${quote.body}`)
  const form = markedForm(`guest-${crypto.randomUUID()}`)
  const placed = await timed('order', () => client.post('/checkout/confirm', buyer, form))
  require(placed.status === 201, `placing answered ${placed.status} ${placed.body}`)
}

/** Products of the file, from all over it. */
const findBought = (trial: Trial): Promise<number[]> =>
  onDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from products where handle like 'trial-%' and id % 97 = 3 order by id limit 500`,
    )
    return rows.map(({ id }) => id)
  })

/** Goods sold during the import stay sold. */
const isMerged = (trial: Trial, size: number): Promise<boolean> =>
  onDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ merged: number }>(
      `select count(*)::int as merged from products where handle like 'trial-%' and description_html like '<p>After%'`,
    )
    return rows[0]?.merged === size
  })

async function shopVerb({ environment }: Trial, ...words: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/shop.ts', ...words], { env })
  return stdout
}
