import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { Client, withResponseCookies } from '../../bench/support/client.ts'
import { markedForm } from '../support/order-forms.ts'
import { send } from './hostile-uploads.ts'
import { type Member, signUp } from './sign-up.ts'
import { assertThat, createTrialShop, disableStockTracking, log, runCommand, withDatabase } from './trial-shop.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)
const BUYERS = Number(process.env.BUYERS ?? 4)
const PRODUCT_ID = 1
/** How long the load runs before each backup. */
const BEFORE_MS = 2_000
const INTERVAL_MS = 20
const MAX_WAIT_MS = 500

type File = { url: string; bytes: Buffer }
type AcknowledgedData = { orders: { id: number; marker: string }[]; files: File[] }
type WaitTimes = { maxMs: number }

/**
 * docs/security G20, G25: makes backups while orders, pictures and attachments arrive, and restores each into an empty
 * folder (and database). Everything acknowledged before the backup exists, byte by byte, and `verify` is clean.
 */
export async function restore(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const folder = await mkdtemp(join(tmpdir(), 'salonfront-backups-'))
  const shop = await trial.start()
  const client = new Client(shop.port, BUYERS + 1)
  const sent: AcknowledgedData = { orders: [], files: [] }
  const waits: Record<'before' | 'during', WaitTimes> = { before: { maxMs: 0 }, during: { maxMs: 0 } }
  let phase: keyof typeof waits = 'before'
  let isRunning = true
  const repeatWhileRunning = async (work: () => Promise<void>) => {
    while (isRunning) await work()
  }
  try {
    await disableStockTracking(trial, PRODUCT_ID)
    const member = await signUp(shop.url)
    const load = Promise.all([
      ...Array.from({ length: BUYERS }, () => repeatWhileRunning(() => buy(client, sent))),
      repeatWhileRunning(() => upload(member, sent)),
      repeatWhileRunning(() => requestCart(client, waits, () => phase)),
    ])
    for (let round = 1; round <= ROUNDS; round++) {
      phase = 'before'
      await pause(BEFORE_MS)
      const expected = { orders: [...sent.orders], files: [...sent.files] }
      phase = 'during'
      const file = join(folder, `${round}.tar.gz`)
      const started = performance.now()
      await Promise.race([runCommand(trial.environment, 'backup', file), load])
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      phase = 'before'
      await evaluateBackup(engine, file, expected)
      log(
        `Backup ${round}: ${seconds} s, ${expected.orders.length} orders and ${expected.files.length} files before it; all restored.`,
      )
      await rm(file)
    }
    isRunning = false
    await load
    log(
      `Longest wait for a cart: ${Math.round(waits.before.maxMs)} ms without, ${Math.round(waits.during.maxMs)} ms during a backup.`,
    )
    assertThat(waits.during.maxMs <= waits.before.maxMs + MAX_WAIT_MS, 'a backup delayed visitors')
  } finally {
    isRunning = false
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
  assertThat(status === 201, `placing an order returned ${status} ${body}`)
  sent.orders.push({ id: JSON.parse(body).id, marker })
}

/** A picture for rich text, and a post with an attachment. */
async function upload(member: Member, sent: AcknowledgedData): Promise<void> {
  const background = { r: sent.files.length % 256, g: 120, b: 90 }
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: background } })
    .png()
    .toBuffer()
  const uploadResponse = await send(member, '/admin777/upload', 'file', { name: 'a.png', bytes: image })
  await recordFile(member, String((uploadResponse.body as { location: unknown }).location), sent)
  const bytes = Buffer.from(`prices of ${crypto.randomUUID()}\n`.repeat(500))
  const saveResponse = await send(member, '/account/posts/save', 'attachment', { name: 'prices.txt', bytes })
  const [post] = (saveResponse.body as { data: { attachment_url: string }[] }).data
  await recordFile(member, String(post?.attachment_url), sent)
  await pause(50)
}

async function recordFile({ url }: Member, path: string, sent: AcknowledgedData): Promise<void> {
  const response = await fetch(url + path)
  assertThat(response.status === 200, `${path} returned ${response.status}`)
  sent.files.push({ url: path, bytes: Buffer.from(await response.arrayBuffer()) })
}

/** Repeats a small database query: if it has to wait, orders do too. */
async function requestCart(client: Client, waits: Record<string, WaitTimes>, phase: () => string): Promise<void> {
  const requestPhase = phase()
  const started = performance.now()
  const { status } = await client.send('GET', '/cart.json', { accept: 'application/json' })
  assertThat(status === 200, `the cart returned ${status}`)
  const wait = waits[requestPhase]
  if (wait) wait.maxMs = Math.max(wait.maxMs, performance.now() - started)
  await pause(INTERVAL_MS)
}

/** Restores into an empty folder and checks everything; files by HTTP, like a browser. */
async function evaluateBackup(
  engine: 'embedded' | 'postgres',
  file: string,
  expected: AcknowledgedData,
): Promise<void> {
  const target = await createTrialShop(engine, 'restored')
  try {
    const output = await runCommand(target.environment, 'restore', file)
    assertThat(output.includes(': all agree.'), output)
    const restored = await target.start({ DEMO: '0' })
    try {
      for (const { url, bytes } of expected.files) {
        const response = await fetch(restored.url + url)
        const isUnchanged = response.status === 200 && Buffer.from(await response.arrayBuffer()).equals(bytes)
        assertThat(isUnchanged, `${url} has changed (${response.status})`)
      }
      const { rows } = await withDatabase(target, (pool) =>
        pool.query<{ id: number; marker: string }>('select order_id as id, address_1 as marker from order_addresses'),
      )
      const markers = new Map(rows.map(({ id, marker }) => [id, marker]))
      const lost = expected.orders.filter(({ id, marker }) => markers.get(id) !== marker)
      assertThat(
        lost.length === 0,
        `${lost.length} orders are lost: ${lost
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      )
    } finally {
      await restored.stop()
    }
  } finally {
    await target.remove()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
