import { readSignIns } from '#server/demo/demo-sign-ins.ts'
import { type HttpResponse, withResponseCookies } from '../../../bench/support/client.ts'
import { require, say } from '../shop-for-trial.ts'
import { PROCESSES, type TwoServers, type Visitor } from './two-servers.ts'

const PRODUCT_ID = 1
const WITHIN_MS = 1_000
/** docs/product §11. */
const QUOTES_A_MINUTE = 120
const CHECKS_PER_IP = 20
/** Calls that a process may have allowed without reporting them to the others (docs/decisions/0074). */
const MOST_UNTOLD = 9
const AT_ONCE = 40

/** A change on one server is visible in every process of both within a second: a price, a setting, a post, stock. */
export async function showChanges(servers: TwoServers): Promise<void> {
  const owner = await servers.staff('owner')
  const page = `/packages/${PRODUCT_ID}`
  const changes = [
    {
      what: 'a price',
      path: page,
      change: () =>
        servers.onDatabase((pool) =>
          pool.query('update products set price_cents = 123450 where id = $1', [PRODUCT_ID]),
        ),
      isSo: (body: string) => body.includes('1,234.50'),
    },
    {
      what: "the shop's name",
      path: '/faqs',
      change: async () => {
        const { data } = JSON.parse((await servers.read(0, '/admin/settings.json', owner)).body)
        const { value } = data.find(({ key }: { key: string }) => key === 'shop_name')
        return expectOk(
          await servers.post(0, '/admin/settings/shop_name/change', owner, { value: 'Two Servers', expected: value }),
        )
      },
      isSo: (body: string) => body.includes('Two Servers'),
    },
    {
      what: 'a post',
      path: '/posts',
      change: async () => {
        const author = await signIn(servers, 0)
        return expectOk(
          await servers.post(0, '/account/posts/save', author, { title: 'Seen on both', content: '<p>At once.</p>' }),
        )
      },
      isSo: (body: string) => body.includes('Seen on both'),
    },
    {
      what: 'stock',
      path: `${page}.json`,
      change: async () => {
        const { product } = JSON.parse((await servers.read(0, `/admin/stock/${PRODUCT_ID}/history.json`, owner)).body)
        const body = { quantity: 0, reason: 'Counted', expected_stock: product.stock }
        return expectOk(await servers.post(0, `/admin/stock/${PRODUCT_ID}/count`, owner, body))
      },
      isSo: (body: string) => !isDeepEqual(JSON.parse(body).stock, before),
    },
  ]
  const before = JSON.parse((await servers.clientOf(1).send('GET', `${page}.json`)).body).stock
  for (const { what, path, change, isSo } of changes) {
    const accept = path.endsWith('.json') ? 'application/json' : 'text/html'
    await servers.everywhere(path, (body) => !isSo(body), accept)
    await change()
    const ms = await servers.everywhere(path, isSo, accept)
    say(`${what}, changed on one: visible in every process of both after ${ms.toFixed(0)} ms.`)
    require(ms <= WITHIN_MS, 'it took too long')
  }
}

const isDeepEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function expectOk({ status, body }: HttpResponse): void {
  require(status === 200, `a change returned ${status} ${body}`)
}

/** Signs in the first member of the demo shop on server `n`. */
async function signIn(servers: TwoServers, n: number): Promise<Visitor> {
  const [member] = await readSignIns(servers.environment.DATA_DIR)
  require(member !== undefined, 'the demo shop has no member who can sign in')
  const visitor = await servers.visit(n)
  const answer = await servers.post(n, '/login', visitor, { email: member?.email, password: member?.password })
  require(answer.status === 200, `signing in returned ${answer.status} ${answer.body}`)
  return withResponseCookies(visitor, answer)
}

/** A session on one server is valid on both; signing out on one ends it on both within a second. */
export async function signInAndOut(servers: TwoServers): Promise<void> {
  const member = await signIn(servers, 0)
  const everywhere = () => servers.atOnce(AT_ONCE, (n) => servers.read(n, '/account/user.json', member))
  const seen = await everywhere()
  require(seen.every(
    ({ status }) => status === 200,
  ), `signed in on one, the others returned ${seen.map((r) => r.status)}`)
  const out = await servers.post(1, '/logout', member, {})
  require(out.status === 200, `signing out returned ${out.status} ${out.body}`)
  const started = performance.now()
  for (;;) {
    const statuses = (await everywhere()).map(({ status }) => status)
    if (statuses.every((status) => status === 401)) break
    require(performance.now() - started <= WITHIN_MS, `responses a second after signing out: ${statuses}`)
  }
  say(
    `Signed in on one: valid on both. Signed out on the other: ended on both within ${(performance.now() - started).toFixed(0)} ms.`,
  )
}

/**
 * Limits count the processes of both servers together: for calls, exactly except for the last step of a process with
 * fewer requests (docs/decisions/0074), also in later bursts; for passwords, always.
 */
export async function countTogether(servers: TwoServers): Promise<void> {
  const visitor = await servers.visit(0)
  const quotes = await servers.atOnce(3 * QUOTES_A_MINUTE, (n) =>
    servers.read(n, '/checkout/quotes.json?zipcode=07631', visitor),
  )
  const again = await servers.atOnce(QUOTES_A_MINUTE, (n) =>
    servers.read(n, '/checkout/quotes.json?zipcode=07631', visitor),
  )
  quotes.push(...again)
  const served = quotes.filter(({ status }) => status === 200).length
  require(quotes.every(
    ({ status }) => status === 200 || status === 429,
  ), `quotes were answered ${quotes.map(({ status }) => status)}`)
  const most = QUOTES_A_MINUTE + MOST_UNTOLD * (2 * PROCESSES - 1)
  require(served >= QUOTES_A_MINUTE &&
    served <= most, `${served} quotes were served, expected ${QUOTES_A_MINUTE} to ${most}`)

  const guesser = await servers.visit(1)
  const guesses = await servers.atOnce(2 * CHECKS_PER_IP, (n) =>
    servers.post(n, '/login', guesser, { email: 'nobody@example.com', password: `guess ${n}` }),
  )
  const checked = guesses.filter(({ status }) => status === 401).length
  require(guesses.every(
    ({ status }) => status === 401 || status === 429,
  ), `guesses were answered ${guesses.map(({ status }) => status)}`)
  require(checked === CHECKS_PER_IP, `${checked} passwords were checked, expected ${CHECKS_PER_IP}`)
  say(
    `${quotes.length} quotes requested at once: ${served} served. ${guesses.length} passwords guessed: ${checked} checked.`,
  )
}
