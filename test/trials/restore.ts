import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { Client, withResponseCookies } from '../../bench/support/client.ts'
import { markedForm } from '../support/order-forms.ts'
import { send } from './hostile-uploads.ts'
import { makeTrialShop, neverSellOut, onDatabase, require, say } from './shop-for-trial.ts'
import { type Member, signUp } from './sign-up.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)
const BUYERS = Number(process.env.BUYERS ?? 4)
const PRODUCT_ID = 1
/** How long the load runs before each backup. */
const BEFORE_MS = 2_000
const ASKED_EVERY_MS = 20
const LONGEST_WAIT_MS = 500

type Trial = Awaited<ReturnType<typeof makeTrialShop>>
type File = { url: string; bytes: Buffer }
type AcknowledgedData = { orders: { id: number; marker: string }[]; files: File[] }
type Waits = { longestMs: number }

/**
 * docs/security G20, G25: makes backups while orders, pictures and attachments arrive, and restores each into an empty
 * folder (and database). Everything acknowledged before the backup exists, byte by byte, and `verify` is clean.
 */
export async function restore(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-backups-'))
  const shop = await trial.start()
  const client = new Client(shop.port, BUYERS + 1)
  const sent: AcknowledgedData = { orders: [], files: [] }
  const waits: Record<'before' | 'during', Waits> = { before: { longestMs: 0 }, during: { longestMs: 0 } }
  let phase: keyof typeof waits = 'before'
  let going = true
  const again = async (work: () => Promise<void>) => {
    while (going) await work()
  }
  try {
    await neverSellOut(trial, PRODUCT_ID)
    const member = await signUp(shop.url)
    const load = Promise.all([
      ...Array.from({ length: BUYERS }, () => again(() => buy(client, sent))),
      again(() => upload(member, sent)),
      again(() => ask(client, waits, () => phase)),
    ])
    for (let round = 1; round <= ROUNDS; round++) {
      phase = 'before'
      await pause(BEFORE_MS)
      const before = { orders: [...sent.orders], files: [...sent.files] }
      phase = 'during'
      const file = join(folder, `${round}.tar.gz`)
      const started = performance.now()
      await Promise.race([shopVerb(trial.environment, 'backup', file), load])
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      phase = 'before'
      await evaluateHealth(engine, file, before)
      say(
        `Backup ${round}: ${seconds} s, ${before.orders.length} orders and ${before.files.length} files before it; all restored.`,
      )
      await rm(file)
    }
    going = false
    await load
    say(
      `Longest wait for a cart: ${Math.round(waits.before.longestMs)} ms without, ${Math.round(waits.during.longestMs)} ms during a backup.`,
    )
    require(waits.during.longestMs <= waits.before.longestMs + LONGEST_WAIT_MS, 'a backup delayed visitors')
  } finally {
    going = false
    client.close()
    await shop.stop()
    await trial.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function buy(client: Client, sent: AcknowledgedData): Promise<void> {
  const visitor = await client.visit()
  const added = await client.post('/shopping-cart/product/add', visitor, { id: PRODUCT_ID, quantity: 1 })
  const marker = `marker-${crypto.randomUUID()}`
  const buyer = withResponseCookies(visitor, added)
  const key = { 'idempotency-key': marker }
  const { status, body } = await client.post('/checkout/confirm', buyer, markedForm(marker), key)
  require(status === 201, `placing an order returned ${status} ${body}`)
  sent.orders.push({ id: JSON.parse(body).id, marker })
}

/** A picture for a text, and a post with an attachment. */
async function upload(member: Member, sent: AcknowledgedData): Promise<void> {
  const colour = { r: sent.files.length % 256, g: 120, b: 90 }
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const shown = await send(member, '/admin777/upload', 'file', { name: 'a.png', bytes: picture })
  await keepFile(member, String((shown.body as { location: unknown }).location), sent)
  const bytes = Buffer.from(`prices of ${crypto.randomUUID()}\n`.repeat(500))
  const saved = await send(member, '/account/posts/save', 'attachment', { name: 'prices.txt', bytes })
  const [post] = (saved.body as { data: { attachment_url: string }[] }).data
  await keepFile(member, String(post?.attachment_url), sent)
  await pause(50)
}

async function keepFile({ url }: Member, path: string, sent: AcknowledgedData): Promise<void> {
  const answer = await fetch(url + path)
  require(answer.status === 200, `${path} returned ${answer.status}`)
  sent.files.push({ url: path, bytes: Buffer.from(await answer.arrayBuffer()) })
}

/** Repeats a small database query: if it has to wait, orders do too. */
async function ask(client: Client, waits: Record<string, Waits>, phase: () => string): Promise<void> {
  const asked = phase()
  const started = performance.now()
  const { status } = await client.send('GET', '/cart.json', { accept: 'application/json' })
  require(status === 200, `the cart returned ${status}`)
  const wait = waits[asked]
  if (wait) wait.longestMs = Math.max(wait.longestMs, performance.now() - started)
  await pause(ASKED_EVERY_MS)
}

/** Restores into an empty folder and checks everything; files by HTTP, like a browser. */
async function evaluateHealth(engine: 'embedded' | 'postgres', file: string, before: AcknowledgedData): Promise<void> {
  const target = await makeTrialShop(engine, 'restored')
  try {
    const said = await shopVerb(target.environment, 'restore', file)
    require(said.includes(': all agree.'), said)
    const restored = await target.start({ DEMO: '0' })
    try {
      for (const { url, bytes } of before.files) {
        const answer = await fetch(restored.url + url)
        const there = answer.status === 200 && Buffer.from(await answer.arrayBuffer()).equals(bytes)
        require(there, `${url} has changed (${answer.status})`)
      }
      const { rows } = await onDatabase(target, (pool) =>
        pool.query<{ id: number; marker: string }>('select order_id as id, address_1 as marker from order_addresses'),
      )
      const found = new Map(rows.map(({ id, marker }) => [id, marker]))
      const lost = before.orders.filter(({ id, marker }) => found.get(id) !== marker)
      require(lost.length === 0, `${lost.length} orders are lost: ${lost
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', ')}`)
    } finally {
      await restored.stop()
    }
  } finally {
    await target.remove()
  }
}

async function shopVerb(environment: Trial['environment'], ...words: string[]): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['src/server/shop.ts', ...words], { env })
  return stdout
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
