import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { readNotices } from '#server/notice/read-notices.ts'
import { openDatabase } from '#server/platform/database/connect.ts'
import type { RunningShop } from '../../bench/support/server.ts'
import type { Health } from './health-watch.ts'
import { makeTrialShop, require, say } from './shop-for-trial.ts'
import { type Member, signUp } from './sign-up.ts'
import { bodies, type Form, headers, type Input, multiparts, noticeTexts, richTexts, targets } from './stall-inputs.ts'

const LATEST_MS = 200
/** A busy machine is late now and then; a real stall is reproducible. */
const ATTEMPTS = 3
/** Sent one after another under one measurement; after a slow one, each is sent and measured alone. */
const TOGETHER = 20
const ANSWER_WITHIN_MS = 20_000
const COMMENTS = 3_000
/** `STALL_EVERY=20` sends every twentieth input, `STALL_ONLY=multipart` those with this name. */
const EVERY = Number(process.env.STALL_EVERY ?? 1)
const ONLY = process.env.STALL_ONLY ?? ''

/**
 * docs/security G24: sends hostile text to every pattern and parser, while another process requests /healthz every 20
 * ms.
 */
export async function stall(engine: 'embedded' | 'postgres'): Promise<void> {
  readAllNotices()
  const trial = await makeTrialShop(engine)
  try {
    const postId = await plantComments(trial)
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
function readAllNotices(): void {
  const texts = [...noticeTexts()].filter(({ what }) => what.includes(ONLY)).filter((_, n) => n % EVERY === 0)
  const worst: Wait[] = texts.map(({ what, text, kind }) => {
    let ms = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && ms > LATEST_MS; attempt++) {
      const begun = performance.now()
      readNotices(text, { today: '2026-11-23', kind })
      ms = Math.min(ms, performance.now() - begun)
    }
    return { what, ms }
  })
  worst.sort((a, b) => b.ms - a.ms)
  say(`${texts.length} hostile texts as bank transactions; those that took longest to read:`)
  for (const { what, ms } of worst.slice(0, 5)) say(`  ${ms.toFixed(0).padStart(5)} ms  ${what.slice(0, 120)}`)
  const late = worst.filter(({ ms }) => ms > LATEST_MS)
  require(late.length === 0, `${late.length} texts took longer than ${LATEST_MS} ms to read`)
}

type Trial = Awaited<ReturnType<typeof makeTrialShop>>

/** Exceeds the daily limits, so they are inserted directly: 3,000 comments of 5 kB on one post. */
async function plantComments(trial: Trial): Promise<number> {
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
  const watch = startWatch(shop.port)
  try {
    const inputs = [...(await everyInput(shop, member, postId))]
      .filter(({ what }) => what.includes(ONLY))
      .filter((_, n) => n % EVERY === 0)
    say(`${inputs.length} inputs.`)
    // Warms up the code, because compilation on first use is not an attack.
    for (let n = 0; n < inputs.length; n += 25) await send(shop.port, inputs[n] as Input)
    const worst: Wait[] = []
    for (let n = 0; n < inputs.length; n += TOGETHER) {
      const group = inputs.slice(n, n + TOGETHER)
      const ms = await waitDuring(group, shop, watch)
      const what = `${group[0]?.what.slice(0, 100)} … and ${group.length - 1} more`
      if (process.env.VERBOSE) say(`${ms.toFixed(0).padStart(5)} ms  ${what}`)
      if (ms <= LATEST_MS) worst.push({ what, ms })
      else for (const input of group) worst.push(await waitAlone(input, shop, watch))
    }
    worst.sort((a, b) => b.ms - a.ms)
    say(`${inputs.length} hostile inputs; the longest waits for /healthz:`)
    for (const { what, ms } of worst.slice(0, 15)) say(`  ${ms.toFixed(0).padStart(5)} ms  ${what.slice(0, 120)}`)
    const late = worst.filter(({ ms }) => ms > LATEST_MS)
    require(late.length === 0, `${late.length} inputs made /healthz wait longer than ${LATEST_MS} ms`)
  } finally {
    watch.stop()
  }
}

async function everyInput(shop: RunningShop, member: Member, postId: number): Promise<Input[]> {
  const forms = await formsOf(shop)
  require(forms.length > 15, 'the OpenAPI document has too few calls')
  const read = (path: string, accept: string): Input => ({
    what: `${path} with ${COMMENTS} comments`,
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
async function formsOf({ url }: RunningShop): Promise<Form[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: ApiDescription }
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const content = post?.requestBody?.content
    const schema = (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema
    return schema ? [{ path: path.replaceAll(/\{\w+\}/g, '1'), schema }] : []
  })
}

type Watch = ReturnType<typeof startWatch>

function startWatch(port: number) {
  const child = fork(new URL('health-watch.ts', import.meta.url), [String(port)])
  const ask = (word: 'begin' | 'end') =>
    new Promise<Health>((resolve, reject) => {
      child.once('message', (health) => resolve(health as Health))
      child.once('exit', () => reject(new Error('/healthz did not respond')))
      child.send(word)
    }).finally(() => child.removeAllListeners('exit'))
  return { begin: () => ask('begin'), end: () => ask('end'), stop: () => child.kill() }
}

type Wait = { what: string; ms: number }

/** Longest wait for /healthz, in ms, while the inputs are sent one after another. */
async function waitDuring(inputs: readonly Input[], shop: RunningShop, watch: Watch): Promise<number> {
  await watch.begin()
  for (const input of inputs) {
    const status = await send(shop.port, input)
    require(status < 500, `${input.what} returned ${status}`)
  }
  // Long enough for at least one request to /healthz during the last response.
  await new Promise((resolve) => setTimeout(resolve, 25))
  return (await watch.end()).worstMs
}

async function waitAlone(input: Input, shop: RunningShop, watch: Watch): Promise<Wait> {
  let ms = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && ms > LATEST_MS; attempt++)
    ms = Math.min(ms, await waitDuring([input], shop, watch))
  return { what: input.what, ms }
}

/** Returns the status; 0 when the connection is closed without one, which is a valid response. */
function send(port: number, { what, bytes }: Input): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let status = 0
    socket.on('data', (chunk) => {
      if (status === 0) status = Number(chunk.toString('latin1', 9, 12))
    })
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
      socket.destroy()
      reject(new Error(`${what} got no response`))
    })
    // The shop may close before it has read everything.
    socket.on('error', () => resolve(status))
    socket.on('close', () => resolve(status))
    socket.write(bytes)
  })
}
