import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type HttpResponse, type Visitor } from '../../bench/support/client.ts'
import { registrationForm } from '../support/member-forms.ts'
import { makeTrialShop, onDatabase, require, say } from './shop-for-trial.ts'

const ATTEMPTS = Number(process.env.ATTEMPTS ?? 10_000)
const CONNECTIONS = 20
/** docs/product §11. */
const CHECKS_PER_IP = 20
const CHECKS_OF_AN_ACCOUNT = 200
const MAILS = 5
const LINKS_PER_IP = 20
const CALLS_A_MINUTE = 600
const OWNER_IN_WITHIN_MS = 60_000

const PASSWORD = 'orchid lamp 48'
const CLEAN_IP = '203.0.113.9'
/** Behind one proxy, which appends the IP address of its client. */
const BEHIND_A_PROXY = { TRUST_PROXY: '1' }

type Shop = { client: Client; visitor: Visitor }

/** docs/security G11: guesses passwords with the default limits; the owner can still sign in. */
export async function signInAttack(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await makeTrialShop(engine)
  const withShop = async (env: Record<string, string>, work: (shop: Shop) => Promise<void>, end?: NodeJS.Signals) => {
    const shop = await trial.start({ RATE_LIMITS: 'on', DEMO: '0', ...env })
    const client = new Client(shop.port, CONNECTIONS)
    try {
      // PostgreSQL's count of the last minute would apply before the limits of sign-in are reached.
      if (engine === 'postgres') await onDatabase(trial, (pool) => pool.query('delete from rate_limits'))
      await work({ client, visitor: await client.visit() })
    } finally {
      client.close()
      await shop.stop(end)
    }
  }
  try {
    await withShop({}, guessFromOneIp, 'SIGKILL')
    await withShop({}, guessAfterARestart)
    await withShop(BEHIND_A_PROXY, guessWhileTheOwnerSignsIn)
    await withShop(BEHIND_A_PROXY, guessFromManyIps)
    await withShop({}, (shop) => askForLinks(shop, join(trial.environment.DATA_DIR, 'outbox')))
    await withShop({}, async (shop) => {
      const answer = await forgot(shop, 0)
      require(answer.status === 429, `another email was promised after a restart: ${answer.status}`)
      await guessLinks(shop)
    })
  } finally {
    await trial.remove()
  }
}

async function guessFromOneIp({ client, visitor }: Shop): Promise<void> {
  for (const email of ['owner@example.com', 'everywhere@example.com', 'forgetful@example.com']) {
    const { status, body } = await client.post('/register', visitor, registrationForm(email, PASSWORD))
    require(status === 201, `registration returned ${status} ${body}`)
  }
  const answers = await many(ATTEMPTS, (n) => client.post('/login', visitor, disguised(n), pretended(n)))
  const { checked, refused } = judged(answers)
  const general = refused.filter(isGeneral).length
  say(
    `${ATTEMPTS} attempts from one IP address: ${checked} passwords checked, ${refused.length - general} refused by the sign-in limit, ${general} by the general one.`,
  )
  require(checked === CHECKS_PER_IP, `${checked} passwords were checked`)
}

/** The general limit has been reset, so as many calls as it allows reach the sign-in limit. */
async function guessAfterARestart({ client, visitor }: Shop): Promise<void> {
  const guesses = CALLS_A_MINUTE - 50
  const answers = await many(guesses, (n) => client.post('/login', visitor, disguised(n), pretended(n)))
  const { checked, refused } = judged(answers)
  require(checked === 0 &&
    !refused.some(isGeneral), `after kill -9 and a restart ${checked} more passwords were checked`)
  say(`After kill -9 and a restart: 0 of ${guesses} checked.`)
}

async function guessWhileTheOwnerSignsIn({ client, visitor }: Shop): Promise<void> {
  let ownerMs = Number.NaN
  const answers = await many(ATTEMPTS, async (n) => {
    if (n === Math.floor(ATTEMPTS / 2)) ownerMs = await signInOwner(client)
    // The attacker's own entries precede the one that the proxy appends.
    return client.post('/login', visitor, disguised(n), { 'x-forwarded-for': `${ip(n)}, 198.51.100.7` })
  })
  const { checked } = judged(answers)
  require(checked === CHECKS_PER_IP, `${checked} passwords were checked through a proxy`)
  require(ownerMs <= OWNER_IN_WITHIN_MS, `the owner waited ${ownerMs} ms`)
  say(`${ATTEMPTS} through a proxy: ${checked} checked; meanwhile the owner signed in within ${ownerMs.toFixed(0)} ms.`)
}

async function signInOwner(client: Client): Promise<number> {
  const owner = await client.visit()
  const started = performance.now()
  const form = { email: 'owner@example.com', password: PASSWORD }
  const { status, body } = await client.post('/login', owner, form, { 'x-forwarded-for': CLEAN_IP })
  require(status === 200, `the owner got ${status} ${body}`)
  return performance.now() - started
}

async function guessFromManyIps({ client, visitor }: Shop): Promise<void> {
  const [ips, each] = [100, 15]
  // Refusals of the single IP address have not counted against the owner's account.
  const left = CHECKS_OF_AN_ACCOUNT - 2 * CHECKS_PER_IP - 1
  for (const [email, first, expected] of [
    ['everywhere@example.com', 1000, CHECKS_OF_AN_ACCOUNT],
    ['owner@example.com', 2000, left],
  ] as const) {
    const answers = await many(ips * each, (n) =>
      client.post('/login', visitor, disguised(n, email), { 'x-forwarded-for': ip(first + (n % ips)) }),
    )
    const { checked, refused } = judged(answers)
    require(!refused.some(isGeneral), 'the general limit applied')
    require(checked === expected, `${checked} passwords of ${email} were checked, expected ${expected}`)
    say(`${answers.length} attempts from ${ips} IP addresses: ${checked} passwords of ${email} checked.`)
  }
}

async function askForLinks(shop: Shop, outbox: string): Promise<void> {
  const asked = CALLS_A_MINUTE - 50
  const answers = await many(asked, (n) => forgot(shop, n))
  const promised = answers.filter(({ status }) => status === 200).length
  require(promised === MAILS, `${promised} emails were promised`)
  require(answers.every((answer) => answer.status === 200 || isRefusal(answer)), 'a status other than 200 or 429')
  const mails = await mailsOf(outbox, 'forgetful@example.com')
  require(mails.length === MAILS, `${mails.length} emails were sent`)
  say(`${asked} password resets requested: ${mails.length} emails.`)
}

const forgot = ({ client, visitor }: Shop, n: number): Promise<HttpResponse> =>
  client.post('/password/forgot', visitor, { ...disguised(n, 'forgetful@example.com') }, pretended(n))

async function guessLinks({ client, visitor }: Shop): Promise<void> {
  const form = { password: PASSWORD, confirmation: PASSWORD }
  const answers = await many(CALLS_A_MINUTE - 50, (n) =>
    client.post('/password/reset', visitor, { ...form, token: `${n}`.padStart(43, 'x') }, pretended(n)),
  )
  const tried = answers.filter(({ status }) => status === 422).length
  require(tried === LINKS_PER_IP, `${tried} links were tried`)
  require(answers.every((answer) => answer.status === 422 || isRefusal(answer)), 'a status other than 422 or 429')
  say(`${answers.length} links guessed: ${tried} looked up, the rest refused.`)
}

/** Letter case and extra fields that must not make it another account. */
const disguised = (n: number, email = 'owner@example.com') => ({
  email: n % 3 === 0 ? email : n % 3 === 1 ? email.toUpperCase() : ` ${email[0]?.toUpperCase()}${email.slice(1)} `,
  password: `guess number ${n}`,
  [`field${n}`]: n,
  username: `somebody${n}@example.com`,
})

/** No proxy is trusted, so these headers are the attacker's claims. */
const pretended = (n: number): Record<string, string> => ({
  'x-forwarded-for': ip(n),
  'x-real-ip': ip(n),
  'x-client-ip': ip(n),
  'true-client-ip': ip(n),
  'cf-connecting-ip': ip(n),
  forwarded: `for=${ip(n)}`,
  'user-agent': `browser ${n}`,
})

const ip = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`

async function many(count: number, send: (n: number) => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const answers: HttpResponse[] = []
  let next = 0
  const sender = async () => {
    while (next < count) answers.push(await send(next++))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  return answers
}

function judged(answers: readonly HttpResponse[]): { checked: number; refused: HttpResponse[] } {
  const refused = answers.filter(isRefusal)
  const checked = answers.filter(({ status }) => status === 401).length
  const other = answers.find((answer) => answer.status !== 401 && !isRefusal(answer))
  require(other === undefined, `an attempt got ${other?.status} ${other?.body}`)
  return { checked, refused }
}

const wait = ({ headers }: HttpResponse): number => Number(headers['retry-after'])
const isRefusal = (answer: HttpResponse): boolean => answer.status === 429 && wait(answer) >= 1
/** The general limit covers a minute, the sign-in limit a quarter of an hour. */
const isGeneral = (answer: HttpResponse): boolean => wait(answer) <= 60

/** Emails to an address, once no more arrive. */
async function mailsOf(outbox: string, to: string): Promise<string[]> {
  let found: string[] = []
  for (let quiet = 0; quiet < 10; quiet++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'))
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
    const now = mails.filter((mail) => mail.includes(`To: ${to}`))
    if (now.length > found.length) quiet = 0
    found = now
  }
  return found
}
