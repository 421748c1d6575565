import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type HttpResponse, type Visitor } from '../../bench/support/client.ts'
import { registrationForm } from '../support/member-forms.ts'
import { assertThat, createTrialShop, log, withDatabase } from './trial-shop.ts'

const ATTEMPTS = Number(process.env.ATTEMPTS ?? 10_000)
const CONNECTIONS = 20
/** docs/product §11. */
const CHECKS_PER_IP = 20
const CHECKS_PER_ACCOUNT = 200
const EMAILS_PER_ACCOUNT = 5
const LINKS_PER_IP = 20
const CALLS_PER_MINUTE = 600
const OWNER_SIGN_IN_TIMEOUT_MS = 60_000

const PASSWORD = 'orchid lamp 48'
const CLEAN_IP = '203.0.113.9'
/** Behind one proxy, which appends the IP address of its client. */
const BEHIND_A_PROXY = { TRUST_PROXY: '1' }

type Shop = { client: Client; visitor: Visitor }

/** docs/security G11: guesses passwords with the default limits; the owner can still sign in. */
export async function signInAttack(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const withShop = async (
    env: Record<string, string>,
    work: (shop: Shop) => Promise<void>,
    signal?: NodeJS.Signals,
  ) => {
    const shop = await trial.start({ RATE_LIMITS: 'on', DEMO: '0', ...env })
    const client = new Client(shop.port, CONNECTIONS)
    try {
      // PostgreSQL's count of the last minute would apply before the limits of sign-in are reached.
      if (engine === 'postgres') await withDatabase(trial, (pool) => pool.query('delete from rate_limits'))
      await work({ client, visitor: await client.visit() })
    } finally {
      client.close()
      await shop.stop(signal)
    }
  }
  try {
    await withShop({}, guessFromOneIp, 'SIGKILL')
    await withShop({}, guessAfterARestart)
    await withShop(BEHIND_A_PROXY, guessWhileTheOwnerSignsIn)
    await withShop(BEHIND_A_PROXY, guessFromManyIps)
    await withShop({}, (shop) => requestLinks(shop, join(trial.environment.DATA_DIR, 'outbox')))
    await withShop({}, async (shop) => {
      const response = await requestPasswordReset(shop, 0)
      assertThat(response.status === 429, `another email was promised after a restart: ${response.status}`)
      await guessLinks(shop)
    })
  } finally {
    await trial.remove()
  }
}

async function guessFromOneIp({ client, visitor }: Shop): Promise<void> {
  for (const email of ['owner@example.com', 'everywhere@example.com', 'forgetful@example.com']) {
    const { status, body } = await client.post('/register', visitor, registrationForm(email, PASSWORD))
    assertThat(status === 201, `registration returned ${status} ${body}`)
  }
  const responses = await sendMany(ATTEMPTS, (n) =>
    client.post('/login', visitor, credentialVariant(n), spoofedHeaders(n)),
  )
  const { checkedCount, refusals } = classify(responses)
  const generalCount = refusals.filter(isGeneral).length
  log(
    `${ATTEMPTS} attempts from one IP address: ${checkedCount} passwords checked, ${refusals.length - generalCount} refused by the sign-in limit, ${generalCount} by the general one.`,
  )
  assertThat(checkedCount === CHECKS_PER_IP, `${checkedCount} passwords were checked`)
}

/** The general limit has been reset, so as many calls as it allows reach the sign-in limit. */
async function guessAfterARestart({ client, visitor }: Shop): Promise<void> {
  const guesses = CALLS_PER_MINUTE - 50
  const responses = await sendMany(guesses, (n) =>
    client.post('/login', visitor, credentialVariant(n), spoofedHeaders(n)),
  )
  const { checkedCount, refusals } = classify(responses)
  assertThat(
    checkedCount === 0 && !refusals.some(isGeneral),
    `after kill -9 and a restart ${checkedCount} more passwords were checked`,
  )
  log(`After kill -9 and a restart: 0 of ${guesses} checked.`)
}

async function guessWhileTheOwnerSignsIn({ client, visitor }: Shop): Promise<void> {
  let ownerMs = Number.NaN
  const responses = await sendMany(ATTEMPTS, async (n) => {
    if (n === Math.floor(ATTEMPTS / 2)) ownerMs = await signInOwner(client)
    // The attacker's own entries precede the one that the proxy appends.
    return client.post('/login', visitor, credentialVariant(n), { 'x-forwarded-for': `${ip(n)}, 198.51.100.7` })
  })
  const { checkedCount } = classify(responses)
  assertThat(checkedCount === CHECKS_PER_IP, `${checkedCount} passwords were checked through a proxy`)
  assertThat(ownerMs <= OWNER_SIGN_IN_TIMEOUT_MS, `the owner waited ${ownerMs} ms`)
  log(
    `${ATTEMPTS} through a proxy: ${checkedCount} checked; meanwhile the owner signed in within ${ownerMs.toFixed(0)} ms.`,
  )
}

async function signInOwner(client: Client): Promise<number> {
  const owner = await client.visit()
  const started = performance.now()
  const form = { email: 'owner@example.com', password: PASSWORD }
  const { status, body } = await client.post('/login', owner, form, { 'x-forwarded-for': CLEAN_IP })
  assertThat(status === 200, `the owner got ${status} ${body}`)
  return performance.now() - started
}

async function guessFromManyIps({ client, visitor }: Shop): Promise<void> {
  const [ips, attemptsPerIp] = [100, 15]
  // Refusals of the single IP address have not counted against the owner's account.
  const remaining = CHECKS_PER_ACCOUNT - 2 * CHECKS_PER_IP - 1
  for (const [email, first, expected] of [
    ['everywhere@example.com', 1000, CHECKS_PER_ACCOUNT],
    ['owner@example.com', 2000, remaining],
  ] as const) {
    const responses = await sendMany(ips * attemptsPerIp, (n) =>
      client.post('/login', visitor, credentialVariant(n, email), { 'x-forwarded-for': ip(first + (n % ips)) }),
    )
    const { checkedCount, refusals } = classify(responses)
    assertThat(!refusals.some(isGeneral), 'the general limit applied')
    assertThat(checkedCount === expected, `${checkedCount} passwords of ${email} were checked, expected ${expected}`)
    log(`${responses.length} attempts from ${ips} IP addresses: ${checkedCount} passwords of ${email} checked.`)
  }
}

async function requestLinks(shop: Shop, outbox: string): Promise<void> {
  const requestCount = CALLS_PER_MINUTE - 50
  const responses = await sendMany(requestCount, (n) => requestPasswordReset(shop, n))
  const promisedCount = responses.filter(({ status }) => status === 200).length
  assertThat(promisedCount === EMAILS_PER_ACCOUNT, `${promisedCount} emails were promised`)
  assertThat(
    responses.every((response) => response.status === 200 || isRefusal(response)),
    'a status other than 200 or 429',
  )
  const emails = await waitForEmails(outbox, 'forgetful@example.com')
  assertThat(emails.length === EMAILS_PER_ACCOUNT, `${emails.length} emails were sent`)
  log(`${requestCount} password resets requested: ${emails.length} emails.`)
}

const requestPasswordReset = ({ client, visitor }: Shop, n: number): Promise<HttpResponse> =>
  client.post('/password/forgot', visitor, { ...credentialVariant(n, 'forgetful@example.com') }, spoofedHeaders(n))

async function guessLinks({ client, visitor }: Shop): Promise<void> {
  const form = { password: PASSWORD, confirmation: PASSWORD }
  const responses = await sendMany(CALLS_PER_MINUTE - 50, (n) =>
    client.post('/password/reset', visitor, { ...form, token: `${n}`.padStart(43, 'x') }, spoofedHeaders(n)),
  )
  const triedCount = responses.filter(({ status }) => status === 422).length
  assertThat(triedCount === LINKS_PER_IP, `${triedCount} links were tried`)
  assertThat(
    responses.every((response) => response.status === 422 || isRefusal(response)),
    'a status other than 422 or 429',
  )
  log(`${responses.length} links guessed: ${triedCount} looked up, the rest refused.`)
}

/** Letter case and extra fields that must not make it another account. */
const credentialVariant = (n: number, email = 'owner@example.com') => ({
  email: n % 3 === 0 ? email : n % 3 === 1 ? email.toUpperCase() : ` ${email[0]?.toUpperCase()}${email.slice(1)} `,
  password: `guess number ${n}`,
  [`field${n}`]: n,
  username: `someone${n}@example.com`,
})

/** No proxy is trusted, so these headers are the attacker's claims. */
const spoofedHeaders = (n: number): Record<string, string> => ({
  'x-forwarded-for': ip(n),
  'x-real-ip': ip(n),
  'x-client-ip': ip(n),
  'true-client-ip': ip(n),
  'cf-connecting-ip': ip(n),
  forwarded: `for=${ip(n)}`,
  'user-agent': `browser ${n}`,
})

const ip = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

async function sendMany(count: number, send: (n: number) => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = []
  let next = 0
  const sender = async () => {
    while (next < count) responses.push(await send(next++))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  return responses
}

function classify(responses: readonly HttpResponse[]): { checkedCount: number; refusals: HttpResponse[] } {
  const refusals = responses.filter(isRefusal)
  const checkedCount = responses.filter(({ status }) => status === 401).length
  const unexpected = responses.find((response) => response.status !== 401 && !isRefusal(response))
  assertThat(unexpected === undefined, `an attempt got ${unexpected?.status} ${unexpected?.body}`)
  return { checkedCount, refusals }
}

const retryAfter = ({ headers }: HttpResponse): number => Number(headers['retry-after'])
const isRefusal = (response: HttpResponse): boolean => response.status === 429 && retryAfter(response) >= 1
/** The general limit covers a minute, the sign-in limit a quarter of an hour. */
const isGeneral = (response: HttpResponse): boolean => retryAfter(response) <= 60

/** Emails to an address, once no more arrive. */
async function waitForEmails(outbox: string, to: string): Promise<string[]> {
  let latest: string[] = []
  for (let unchangedPolls = 0; unchangedPolls < 10; unchangedPolls++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'))
    const emails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
    const current = emails.filter((mail) => mail.includes(`To: ${to}`))
    if (current.length > latest.length) unchangedPolls = 0
    latest = current
  }
  return latest
}
