import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { parseBankText } from '#server/orders/bank-transactions/parse-bank-text.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import type { Health } from './health-watch.ts'
import { type Member, signUp } from './sign-up.ts'
import { bankTexts, bodies, type Form, headers, type Input, multiparts, richTexts, targets } from './stall-inputs.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const MAX_MS = 200
/** A busy machine is late now and then; a real stall is reproducible. */
const ATTEMPTS = 3
/** Sent one after another under one measurement; after a slow one, each is sent and measured alone. */
const BATCH_SIZE = 20
const RESPONSE_TIMEOUT_MS = 20_000
const COMMENTS = 3_000
/** `STALL_EVERY=20` sends every twentieth input, `STALL_ONLY=multipart` those with this name. */
const SAMPLE_EVERY_NTH = Number(process.env.STALL_EVERY ?? 1)
const NAME_FILTER = process.env.STALL_ONLY ?? ''

/**
 * docs/security G24: sends hostile text to every pattern and parser, while another process requests /healthz every 20
 * ms.
 */
export async function stall(engine: 'embedded' | 'postgres'): Promise<void> {
  measureParsers()
  const trial = await createTrialShop(engine)
  try {
    const postId = await insertComments(trial)
    const shop = await trial.start()
    try {
      await sendAll(shop, postId)
    } finally {
      await shop.stop()
    }
  } finally {
    await trial.remove()
  }
}

/** No call uses the parsers of bank transactions yet: each text is read here without yielding, as a request would. */
function measureParsers(): void {
  const texts = [...bankTexts()]
    .filter(({ label }) => label.includes(NAME_FILTER))
    .filter((_, n) => n % SAMPLE_EVERY_NTH === 0)
  const slowest: WaitTime[] = texts.map(({ label, text, kind }) => {
    let ms = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && ms > MAX_MS; attempt++) {
      const started = performance.now()
      parseBankText(text, { today: '2026-11-23', kind })
      ms = Math.min(ms, performance.now() - started)
    }
    return { label, ms }
  })
  slowest.sort((a, b) => b.ms - a.ms)
  log(`${texts.length} hostile texts as bank transactions; those that took longest to read:`)
  for (const { label, ms } of slowest.slice(0, 5)) log(`  ${ms.toFixed(0).padStart(5)} ms  ${label.slice(0, 120)}`)
  const tooSlow = slowest.filter(({ ms }) => ms > MAX_MS)
  assertThat(tooSlow.length === 0, `${tooSlow.length} texts took longer than ${MAX_MS} ms to read`)
}

type Trial = Awaited<ReturnType<typeof createTrialShop>>

/** Exceeds the daily limits, so they are inserted directly: 3,000 comments of 5 kB on one post. */
async function insertComments(trial: Trial): Promise<number> {
  const shop = await trial.start()
  await signUp(shop.url)
  await shop.stop()
  const { DATABASE_URL: url, DATA_DIR: dataDir } = trial.environment
  const { pool, close } = await openDatabase({ databaseUrl: url || undefined, dataDir, mode: 'serve' })
  try {
    const { rows } = await pool.query('select id, user_id from posts order by id limit 1')
    const [post] = rows as { id: number; user_id: number }[]
    if (!post) throw new Error('the demo shop has no post')
    await pool.query(
      `insert into comments (post_id, user_id, content)
       select $1, $2, repeat('A comment. ', 454) from generate_series(1, ${COMMENTS})`,
      [post.id, post.user_id],
    )
    return post.id
  } finally {
    await close()
  }
}

async function sendAll(shop: RunningShop, postId: number): Promise<void> {
  const member = await signUp(shop.url, 'stall@example.com')
  const healthWatch = startHealthWatch(shop.port)
  try {
    const inputs = [...(await collectInputs(shop, member, postId))]
      .filter(({ label }) => label.includes(NAME_FILTER))
      .filter((_, n) => n % SAMPLE_EVERY_NTH === 0)
    log(`${inputs.length} inputs.`)
    // Warms up the code, because compilation on first use is not an attack.
    for (let n = 0; n < inputs.length; n += 25) await send(shop.port, inputs[n] as Input)
    const slowest: WaitTime[] = []
    for (let n = 0; n < inputs.length; n += BATCH_SIZE) {
      const group = inputs.slice(n, n + BATCH_SIZE)
      const ms = await measureWait(group, shop, healthWatch)
      const label = `${group[0]?.label.slice(0, 100)} … and ${group.length - 1} more`
      if (process.env.VERBOSE) log(`${ms.toFixed(0).padStart(5)} ms  ${label}`)
      if (ms <= MAX_MS) slowest.push({ label, ms })
      else for (const input of group) slowest.push(await measureAlone(input, shop, healthWatch))
    }
    slowest.sort((a, b) => b.ms - a.ms)
    log(`${inputs.length} hostile inputs; the longest waits for /healthz:`)
    for (const { label, ms } of slowest.slice(0, 15)) log(`  ${ms.toFixed(0).padStart(5)} ms  ${label.slice(0, 120)}`)
    const tooSlow = slowest.filter(({ ms }) => ms > MAX_MS)
    assertThat(tooSlow.length === 0, `${tooSlow.length} inputs made /healthz wait longer than ${MAX_MS} ms`)
  } finally {
    healthWatch.stop()
  }
}

async function collectInputs(shop: RunningShop, member: Member, postId: number): Promise<Input[]> {
  const forms = await listForms(shop)
  assertThat(forms.length > 15, 'the OpenAPI document has too few calls')
  const read = (path: string, accept: string): Input => ({
    label: `${path} with ${COMMENTS} comments`,
    bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`),
  })
  const paths = [
    '/',
    '/packages?q=',
    '/search?q=',
    '/packages/',
    '/posts/',
    '/orders/',
    '/uploads/',
    '/nowhere',
    '/cart.json?a=',
  ]
  return [
    ...[1, 2, 3].flatMap((n) => [
      read(`/posts/${postId}?n=${n}`, 'text/html'),
      read(`/posts/${postId}.json?n=${n}`, 'application/json'),
    ]),
    ...targets(paths),
    ...headers(['/packages', '/cart.json', '/nowhere', '/metrics', `/uploads/none-640.avif`], member),
    ...bodies(forms, member),
    ...richTexts(member),
    ...multiparts(member),
  ]
}

type ApiDescription = Record<
  string,
  { post?: { requestBody?: { content: Record<string, { schema: Form['schema'] }> } } }
>

/** Every call with a body, from the shop's OpenAPI document. */
async function listForms({ url }: RunningShop): Promise<Form[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: ApiDescription }
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const content = post?.requestBody?.content
    const schema = (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema
    return schema ? [{ path: path.replaceAll(/\{\w+\}/g, '1'), schema }] : []
  })
}

type HealthWatch = ReturnType<typeof startHealthWatch>

function startHealthWatch(port: number) {
  const child = fork(new URL('health-watch.ts', import.meta.url), [String(port)])
  const sendCommand = (command: 'begin' | 'end') =>
    new Promise<Health>((resolve, reject) => {
      child.once('message', (health) => resolve(health as Health))
      child.once('exit', () => reject(new Error('/healthz did not respond')))
      child.send(command)
    }).finally(() => child.removeAllListeners('exit'))
  return { begin: () => sendCommand('begin'), end: () => sendCommand('end'), stop: () => child.kill() }
}

type WaitTime = { label: string; ms: number }

/** Longest wait for /healthz, in ms, while the inputs are sent one after another. */
async function measureWait(inputs: readonly Input[], shop: RunningShop, healthWatch: HealthWatch): Promise<number> {
  await healthWatch.begin()
  for (const input of inputs) {
    const status = await send(shop.port, input)
    assertThat(status < 500, `${input.label} returned ${status}`)
  }
  // Long enough for at least one request to /healthz during the last response.
  await new Promise((resolve) => setTimeout(resolve, 25))
  return (await healthWatch.end()).maxMs
}

async function measureAlone(input: Input, shop: RunningShop, healthWatch: HealthWatch): Promise<WaitTime> {
  let ms = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && ms > MAX_MS; attempt++)
    ms = Math.min(ms, await measureWait([input], shop, healthWatch))
  return { label: input.label, ms }
}

/** Returns the status; 0 when the connection is closed without one, which is a valid response. */
function send(port: number, { label, bytes }: Input): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let status = 0
    socket.on('data', (chunk) => {
      if (status === 0) status = Number(chunk.toString('latin1', 9, 12))
    })
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
      socket.destroy()
      reject(new Error(`${label} got no response`))
    })
    // The shop may close before it has read everything.
    socket.on('error', () => resolve(status))
    socket.on('close', () => resolve(status))
    socket.write(bytes)
  })
}
