import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, withCookiesOf } from '../../bench/support/client.ts'
import { markedForm } from '../support/order-forms.ts'
import { makeTrialShop, onDatabase, require, say } from './shop-for-trial.ts'

const SIZES = (process.env.ROWS ?? '10000,100000').split(',').map(Number)
const GUESTS = Number(process.env.GUESTS ?? 2)
const STOCK = 1_000_000
const ALONE_MS = 10_000
const PAUSE_MS = 200
const LONGEST_WAIT_MS = 500
const COLUMNS = 'Handle,Title,Body (HTML),Type,Variant Inventory Qty,Variant Price'

type Trial = Awaited<ReturnType<typeof makeTrialShop>>
type Waits = { orders: number; order: number; cart: number; quote: number }
const noWaits = (): Waits => ({ orders: 0, order: 0, cart: 0, quote: 0 })

/**
 * docs/product §10.2: product files are imported in which every row changes, while guests ask for quotes and order some of
 * the same products. No request waits 500 ms longer than without the import, none fails, and `verify` is clean.
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
      const load = Promise.all(
        Array.from({ length: GUESTS }, async (_, guest) => {
          for (let n = guest; going; n += GUESTS) {
            await buy(client, products[n % products.length] as number, () => waits[phase])
            await pause(PAUSE_MS)
          }
        }),
      )
      try {
        await Promise.race([pause(ALONE_MS), load])
        await writeFile(path, fileOf(size, 'After'))
        phase = 'during'
        const started = performance.now()
        const said = await Promise.race([shopVerb(trial, 'import', 'products', path), load])
        const seconds = (performance.now() - started) / 1000
        phase = 'alone'
        require(String(said).includes(`0 added, ${size} updated`), `the import said: ${said}`)
        report(engine, size, seconds, waits)
      } finally {
        going = false
        await load
      }
      require(await isMerged(trial, size), 'not every product is as the file has it')
      for (const kind of ['order', 'cart', 'quote'] as const) {
        const longest = waits.alone[kind] + LONGEST_WAIT_MS
        require(waits.during[kind] <= longest, `the import kept a guest waiting for ${kind}: ${waits.during[kind]} ms`)
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
  const longest = ({ orders, order, cart, quote }: Waits) =>
    `${orders} orders, longest ${Math.round(order)} ms, cart ${Math.round(cart)} ms, quote ${Math.round(quote)} ms`
  say(`${engine}, ${size} changed rows in ${seconds.toFixed(1)} s.`)
  say(`  Without: ${longest(alone)}.`)
  say(`  During:  ${longest(during)}.`)
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
  const timed = async <Value>(kind: 'order' | 'cart' | 'quote', work: () => Promise<Value>): Promise<Value> => {
    const current = waits()
    const started = performance.now()
    const answer = await work()
    current[kind] = Math.max(current[kind], performance.now() - started)
    return answer
  }
  const added = await timed('cart', () =>
    client.post('/shopping-cart/product/add', visitor, { id: productId, quantity: 1 }),
  )
  require(added.status === 200, `the cart answered ${added.status} ${added.body}`)
  const buyer = withCookiesOf(visitor, added)
  const headers = { accept: 'application/json', cookie: buyer.cookie }
  const quote = await timed('quote', () => client.send('GET', '/checkout/quotes.json?zipcode=07631', headers))
  require(quote.status === 200, `the quote answered ${quote.status} ${quote.body}`)
  const form = markedForm(`guest-${crypto.randomUUID()}`)
  const placed = await timed('order', () => client.post('/checkout/confirm', buyer, form))
  require(placed.status === 201, `placing answered ${placed.status} ${placed.body}`)
  waits().orders++
}

/** Products of the file, from all over it. */
const findBought = (trial: Trial): Promise<number[]> =>
  onDatabase(trial, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from products where handle like 'trial-%' and id % 97 = 3 order by id limit 500`,
    )
    return rows.map(({ id }) => id)
  })

/** What was sold meanwhile stays sold. */
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
