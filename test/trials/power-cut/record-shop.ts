import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { Client } from '../../../bench/support/client.ts'
import { type RunningShop, startShop } from '../../../bench/support/server.ts'
import { openVisitor } from '../../support/shop-visitor.ts'
import { countStock } from '../../support/stock.ts'
import { type Attempt, PRODUCT_ID, placeOneOrder, STOCK } from '../kill-during-checkout.ts'
import { withDatabase } from '../trial-shop.ts'
import type { Order } from './check-cut.ts'

const RECORDER = fileURLToPath(new URL('record-writes.ts', import.meta.url))
const BUYERS = 3
const ORDERS_PER_START = Number(process.env.ORDERS ?? 80)
/** How each run ends; the next one continues from there. */
const EXIT_SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const
const PASSWORD = 'a long enough one 4471'
const EMAIL = 'uploads@example.com'

/** Acknowledged data, and the length of the record when the response had arrived. */
export type AcknowledgedState = {
  ready: number
  secret: string
  orders: (Order & { at: number })[]
  posts: { title: string; at: number }[]
  images: { file: string; hash: string; at: number }[]
  attachments: Record<string, string>
}

/** Runs a shop from its first start on and records all changes of its data directory to `log`. */
export async function recordShop(
  folder: string,
): Promise<AcknowledgedState & { log: string; dataDir: string; end: number }> {
  const [dataDir, log] = [join(folder, 'data'), join(folder, 'log')]
  await mkdir(dataDir)
  const readLogLength = () => statSync(log).size
  const state: AcknowledgedState = { ready: 0, secret: '', orders: [], posts: [], images: [], attachments: {} }
  const attempts: Attempt[] = []
  for (const [start, signal] of EXIT_SIGNALS.entries()) {
    const shop = await startShop({ dataDir, env: { NODE_OPTIONS: `--import=${RECORDER}`, POWER_CUT_LOG: log } })
    try {
      if (start === 0) {
        await addStock(dataDir)
        state.ready = readLogLength()
        state.secret = readFileSync(join(dataDir, 'secret'), 'utf8')
      }
      await runLoad(shop, state, attempts, readLogLength, start === 0)
    } finally {
      await shop.stop(signal)
    }
  }
  return { ...state, log, dataDir, end: readLogLength() }
}

const addStock = (dataDir: string) =>
  withDatabase({ environment: { DATABASE_URL: '', DATA_DIR: dataDir } }, (pool) =>
    pool.query(countStock(PRODUCT_ID, STOCK)),
  )

async function runLoad(
  shop: RunningShop,
  state: AcknowledgedState,
  attempts: Attempt[],
  readLogLength: () => number,
  isFirst: boolean,
) {
  const client = new Client(shop.port, BUYERS)
  const targetCount = attempts.length + ORDERS_PER_START
  let isOpen = true
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (attempts.length < targetCount) {
      const { marker, acknowledged } = await placeOneOrder(client, attempts)
      state.orders.push({ id: acknowledged as number, marker, at: readLogLength() })
    }
  })
  const backgroundTasks = [
    upload(shop, state, readLogLength, isFirst, () => isOpen),
    forceCheckpoints(shop.dataDir, () => isOpen),
  ]
  try {
    await Promise.all(buyers)
  } finally {
    isOpen = false
    await Promise.all(backgroundTasks)
    client.close()
  }
}

async function upload(
  shop: RunningShop,
  state: AcknowledgedState,
  readLogLength: () => number,
  isFirst: boolean,
  isOpen: () => boolean,
) {
  const member = await openVisitor(shop.port)
  if (isFirst) await member.post('/register', registration)
  await member.post('/login', { email: EMAIL, password: PASSWORD })
  await member.reload()
  while (isOpen()) {
    const title = `cut-${Object.keys(state.attachments).length}`
    const text = randomBytes(20_000 + Math.floor(Math.random() * 40_000)).toString('base64')
    state.attachments[title] = hashOf(text)
    const post = new FormData()
    post.set('title', title)
    post.set('language', 'en')
    post.set('attachment', new File([text], 'notes.txt'))
    await member.postForm('/account/posts/save', post)
    state.posts.push({ title, at: readLogLength() })

    const imageForm = new FormData()
    imageForm.set('file', new File([new Uint8Array(await createImage())], 'drawing.png'))
    const { location } = (await member.postForm('/admin777/upload', imageForm)) as { location: string }
    const at = readLogLength()
    const bytes = await (await fetch(shop.url + location)).arrayBuffer()
    state.images.push({ file: location.replace('/uploads/', ''), hash: hashOf(new Uint8Array(bytes)), at })
    await pause(Math.random() * 300)
  }
  member.close()
}

const createImage = () =>
  sharp(randomBytes(200 * 150 * 3), { raw: { width: 200, height: 150, channels: 3 } })
    .png()
    .toBuffer()

async function forceCheckpoints(dataDir: string, isOpen: () => boolean) {
  while (isOpen()) {
    await pause(500 + Math.random() * 2000)
    await withDatabase({ environment: { DATABASE_URL: '', DATA_DIR: dataDir } }, (pool) => pool.query('checkpoint'))
  }
}

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const registration = {
  first_name: 'Ana',
  last_name: 'Reyes',
  phone_number: '(201) 555-0100',
  cosmetology_id: 'NJ-4471',
  address_1: '1 Main Street',
  city: 'Englewood',
  state: 'NJ',
  zip: '07631',
  email: EMAIL,
  franchise: 'Y',
  password: PASSWORD,
  confirmation: PASSWORD,
}
