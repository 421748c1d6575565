import { readSignIns } from '#server/demo/demo-sign-ins.ts'
import { type HttpResponse, withResponseCookies } from '../../../bench/support/client.ts'
import { assertThat, log } from '../trial-shop.ts'
import { PROCESSES, type TwoServers, type Visitor } from './two-servers.ts'

const PRODUCT_ID = 1
const MAX_DELAY_MS = 1_000
/** docs/product §11. */
const QUOTES_PER_MINUTE = 120
const CHECKS_PER_IP = 20
/** Calls that a process may have allowed without reporting them to the others (docs/decisions/0068). */
const MAX_UNREPORTED_CALLS = 9
const CONCURRENCY = 40

/** A change on one server is visible in every process of both within a second: a price, a setting, a post, stock. */
export async function checkPropagation(servers: TwoServers): Promise<void> {
  const owner = await servers.staff('owner')
  const page = `/packages/${PRODUCT_ID}`
  const changes = [
    {
      label: 'a price',
      path: page,
      change: () =>
        servers.onDatabase((pool) =>
          pool.query('update products set price_cents = 123450 where id = $1', [PRODUCT_ID]),
        ),
      isVisible: (body: string) => body.includes('1,234.50'),
    },
    {
      label: "the shop's name",
      path: '/faqs',
      change: async () => {
        const { data } = JSON.parse((await servers.read(0, '/admin/settings.json', owner)).body)
        const { version } = data.find(({ key }: { key: string }) => key === 'shop_name')
        return expectOk(
          await servers.post(0, '/admin/settings/shop_name/change', owner, {
            value: 'Two Servers',
            expected_version: version,
          }),
        )
      },
      isVisible: (body: string) => body.includes('Two Servers'),
    },
    {
      label: 'a post',
      path: '/posts',
      change: async () => {
        const author = await signIn(servers, 0)
        return expectOk(
          await servers.post(0, '/account/posts/save', author, { title: 'Seen on both', content: '<p>At once.</p>' }),
        )
      },
      isVisible: (body: string) => body.includes('Seen on both'),
    },
    {
      label: 'stock',
      path: `${page}.json`,
      change: async () => {
        const { product } = JSON.parse((await servers.read(0, `/admin/stock/${PRODUCT_ID}/history.json`, owner)).body)
        const body = { quantity: 0, reason: 'Counted', expected_version: product.version }
        return expectOk(await servers.post(0, `/admin/stock/${PRODUCT_ID}/count`, owner, body))
      },
      isVisible: (body: string) => !isDeepEqual(JSON.parse(body).stock, before),
    },
  ]
  const before = JSON.parse((await servers.clientOf(1).send('GET', `${page}.json`)).body).stock
  for (const { label, path, change, isVisible } of changes) {
    const accept = path.endsWith('.json') ? 'application/json' : 'text/html'
    await servers.readEverywhere(path, (body) => !isVisible(body), accept)
    await change()
    const ms = await servers.readEverywhere(path, isVisible, accept)
    log(`${label}, changed on one: visible in every process of both after ${ms.toFixed(0)} ms.`)
    assertThat(ms <= MAX_DELAY_MS, 'it took too long')
  }
}

const isDeepEqual = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second)

function expectOk({ status, body }: HttpResponse): void {
  assertThat(status === 200, `a change returned ${status} ${body}`)
}

/** Signs in the first member of the demo shop on server `n`. */
async function signIn(servers: TwoServers, n: number): Promise<Visitor> {
  const [member] = await readSignIns(servers.environment.DATA_DIR)
  assertThat(member !== undefined, 'the demo shop has no member who can sign in')
  const visitor = await servers.visit(n)
  const response = await servers.post(n, '/login', visitor, { email: member?.email, password: member?.password })
  assertThat(response.status === 200, `signing in returned ${response.status} ${response.body}`)
  return withResponseCookies(visitor, response)
}

/** A session on one server is valid on both; signing out on one ends it on both within a second. */
export async function checkSharedSessions(servers: TwoServers): Promise<void> {
  const member = await signIn(servers, 0)
  const readEverywhere = () =>
    servers.sendConcurrently(CONCURRENCY, (n) => servers.read(n, '/account/user.json', member))
  const responses = await readEverywhere()
  assertThat(
    responses.every(({ status }) => status === 200),
    `signed in on one, the others returned ${responses.map((r) => r.status)}`,
  )
  const response = await servers.post(1, '/logout', member, {})
  assertThat(response.status === 200, `signing out returned ${response.status} ${response.body}`)
  const started = performance.now()
  for (;;) {
    const statuses = (await readEverywhere()).map(({ status }) => status)
    if (statuses.every((status) => status === 401)) break
    assertThat(performance.now() - started <= MAX_DELAY_MS, `responses a second after signing out: ${statuses}`)
  }
  log(
    `Signed in on one: valid on both. Signed out on the other: ended on both within ${(performance.now() - started).toFixed(0)} ms.`,
  )
}

/**
 * Limits count the processes of both servers together: for calls, exactly except for the last step of a process with
 * fewer requests (docs/decisions/0068), also in later bursts; for passwords, always.
 */
export async function checkSharedLimits(servers: TwoServers): Promise<void> {
  const visitor = await servers.visit(0)
  const quotes = await servers.sendConcurrently(3 * QUOTES_PER_MINUTE, (n) =>
    servers.read(n, '/checkout/quotes.json?zipcode=07631', visitor),
  )
  const moreQuotes = await servers.sendConcurrently(QUOTES_PER_MINUTE, (n) =>
    servers.read(n, '/checkout/quotes.json?zipcode=07631', visitor),
  )
  quotes.push(...moreQuotes)
  const servedCount = quotes.filter(({ status }) => status === 200).length
  assertThat(
    quotes.every(({ status }) => status === 200 || status === 429),
    `quotes were returned ${quotes.map(({ status }) => status)}`,
  )
  const maxServed = QUOTES_PER_MINUTE + MAX_UNREPORTED_CALLS * (2 * PROCESSES - 1)
  assertThat(
    servedCount >= QUOTES_PER_MINUTE && servedCount <= maxServed,
    `${servedCount} quotes were served, expected ${QUOTES_PER_MINUTE} to ${maxServed}`,
  )

  const guesser = await servers.visit(1)
  const guesses = await servers.sendConcurrently(2 * CHECKS_PER_IP, (n) =>
    servers.post(n, '/login', guesser, { email: 'nobody@example.com', password: `guess ${n}` }),
  )
  const checkedCount = guesses.filter(({ status }) => status === 401).length
  assertThat(
    guesses.every(({ status }) => status === 401 || status === 429),
    `guesses were returned ${guesses.map(({ status }) => status)}`,
  )
  assertThat(checkedCount === CHECKS_PER_IP, `${checkedCount} passwords were checked, expected ${CHECKS_PER_IP}`)
  log(
    `${quotes.length} quotes requested at once: ${servedCount} served. ${guesses.length} passwords guessed: ${checkedCount} checked.`,
  )
}
