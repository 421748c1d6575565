import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import type { HttpResponse } from '../../../bench/support/client.ts'
import { deliveryForm, pickupForm } from '../../support/order-forms.ts'
import { countStock } from '../../support/stock.ts'
import { require, say } from '../shop-for-trial.ts'
import { fillCart, requireRefused, type TwoServers, type Visitor } from './two-servers.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const AT_ONCE = 20
const PRODUCT_ID = 1
const PLENTY = 1_000_000
const LIMIT = 'refund_approval_above'
const CLOSED_WITHIN_MS = 60_000

const isStatus =
  (wanted: number) =>
  ({ status }: HttpResponse) =>
    status === wanted
/** Orders are also limited per email (docs/product §11). */
const contactOf = ({ ip }: Visitor) => ({ user_email: `buyer-${ip}@example.com` })
const setStock = (servers: TwoServers, pieces: number) =>
  servers.onDatabase((pool) => pool.query(countStock(PRODUCT_ID, pieces)))

/** One cart submitted many times at once, half of the rounds with a key, becomes one order. */
export async function submitTwice(servers: TwoServers): Promise<void> {
  await setStock(servers, PLENTY)
  const orders = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await fillCart(servers, round, PRODUCT_ID)
    const isKeyed = round % 2 === 0
    const headers: Record<string, string> = isKeyed ? { 'idempotency-key': `round-${round}` } : {}
    const responses = await servers.atOnce(AT_ONCE, (n) =>
      servers.post(n, '/checkout/confirm', buyer, { ...deliveryForm, ...contactOf(buyer) }, headers),
    )
    const placed = responses.filter(isStatus(201))
    const ids = new Set(placed.map(({ body }) => JSON.parse(body).id as number))
    require(ids.size === 1, `round ${round}: orders ${[...ids]}`)
    requireRefused(
      'double submit',
      responses.filter((response) => !placed.includes(response)),
    )
    require(!isKeyed || placed.length === AT_ONCE, `round ${round}: ${AT_ONCE - placed.length} refused despite the key`)
    for (const id of ids) orders.add(id)
  }
  require(orders.size === ROUNDS, `${orders.size} orders in ${ROUNDS} rounds`)
  say(`${ROUNDS} carts, each submitted ${AT_ONCE} times at once: ${orders.size} orders.`)
}

/** Many carts contain the last piece; one is ordered. */
export async function buyTheLast(servers: TwoServers): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await setStock(servers, PLENTY)
    const buyers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => fillCart(servers, n, PRODUCT_ID)))
    await setStock(servers, 1)
    const responses = await servers.atOnce(AT_ONCE, (n) => {
      const buyer = buyers[n] as Visitor
      return servers.post(n + round, '/checkout/confirm', buyer, { ...deliveryForm, ...contactOf(buyer) })
    })
    const placed = responses.filter(isStatus(201))
    const outcomes = new Set(responses.map(({ status, body }) => `${status} ${JSON.parse(body).detail ?? ''}`))
    require(placed.length ===
      1, `round ${round}: ${placed.length} bought the last piece; responses: ${[...outcomes].join(', ')}`)
    requireRefused(
      'the last piece',
      responses.filter((response) => !placed.includes(response)),
    )
  }
  await setStock(servers, PLENTY)
  say(`${ROUNDS} last pieces, each requested by ${AT_ONCE} at once: each was sold once.`)
}

/** Many clerks book one bank transaction at once. */
export async function bookOneNotice(servers: TwoServers): Promise<void> {
  const clerk = await servers.staff('manager')
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await fillCart(servers, round, PRODUCT_ID)
    const placed = await servers.post(round, '/checkout/confirm', buyer, { ...pickupForm, ...contactOf(buyer) })
    require(placed.status === 201, `placing an order returned ${placed.status} ${placed.body}`)
    const orderId = JSON.parse(placed.body).id as number
    const { money } = JSON.parse((await servers.read(round, `/admin/orders/${orderId}.json`, clerk)).body)
    const paid = Number(money.balance).toFixed(2)
    const text = `Date,Amount,Name,Memo,Id\n11/20/2026,+${paid},ANY BODY,${paymentReferenceOf(orderId)},servers-${round}`
    const read = await servers.post(round, '/admin/bank-transactions/import', clerk, { text, kind: 'csv' })
    require(read.status === 200, `the import returned ${read.status} ${read.body}`)
    const [noticeId] = JSON.parse(read.body).added
    const booking = { orders: [{ order_id: orderId }], expected_open: money.balance }
    const responses = await servers.atOnce(AT_ONCE, (n) =>
      servers.post(n, `/admin/bank-transactions/${noticeId}/book`, clerk, booking),
    )
    require(responses.filter(isStatus(200)).length === 1, `round ${round}: booked ${responses.map((r) => r.status)}`)
    requireRefused(
      'a notice',
      responses.filter(({ status }) => status !== 200),
    )
    const after = JSON.parse((await servers.read(round + 1, `/admin/orders/${orderId}.json`, clerk)).body)
    require(after.money.balance === 0, `round ${round}: the balance is ${after.money.balance}`)
  }
  say(`${ROUNDS} bank transactions, each booked by ${AT_ONCE} at once: each was booked once.`)
}

/** An owner's proposal is approved on one server while the setting is changed on the other. */
export async function approveAgainstChange(servers: TwoServers): Promise<void> {
  const [owner, manager] = [await servers.staff('owner'), await servers.staff('manager')]
  const change = (n: number, value: string, expected: string) =>
    servers.post(n, `/admin/settings/${LIMIT}/change`, owner, { value, expected, reason: 'As agreed' })
  const present = async (): Promise<string> => {
    const { data } = JSON.parse((await servers.read(1, '/admin/settings.json', owner)).body)
    return data.find(({ key }: { key: string }) => key === LIMIT).value
  }
  const counts = { approved: 0, changed: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = await present()
    // Lowering it needs no approval.
    const [raised, lowered] = ['9000.00', (Number(before) - 1).toFixed(2)]
    const proposed = await change(round, raised, before)
    const id = JSON.parse(proposed.body).approval_id
    require(proposed.status === 200 && id !== null, `proposing returned ${proposed.status} ${proposed.body}`)
    const responses = await servers.atOnce(AT_ONCE, (n) =>
      n % 2 === round % 2
        ? change(n, lowered, before)
        : servers.post(n, '/admin/approvals/approve', manager, { approval_id: id }),
    )
    const won = responses.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    require(won.length === 1, `round ${round}: ${responses.map(({ status }) => status)}`)
    requireRefused(
      'approval against change',
      responses.filter(({ status }) => status !== 200),
    )
    const isChanged = (won[0] as number) % 2 === round % 2
    counts[isChanged ? 'changed' : 'approved']++
    const now = await present()
    require(now === (isChanged ? lowered : raised), `round ${round}: the limit is ${now}`)
    // Refuses the outdated proposal, and lowers the limit for the next round.
    if (isChanged) await servers.post(round, '/admin/approvals/refuse', manager, { approval_id: id })
    else await change(round, before, raised)
  }
  say(
    `${ROUNDS} proposals approved during a change: ${counts.approved} approved, ${counts.changed} changed, none both.`,
  )
  require(counts.approved > 0 && counts.changed > 0, 'one side never won: there was no race')
}

/** Many approve a month's close at once: it is closed once, and its payouts are booked once. */
export async function closeTwice(servers: TwoServers): Promise<void> {
  const [owner, manager] = [await servers.staff('owner'), await servers.staff('manager')]
  const { data } = JSON.parse((await servers.read(0, '/admin/months.json?only=to_close', owner)).body)
  const month = data.at(-1)?.month as string | undefined
  require(month !== undefined, 'the demo shop has no month to close')
  const path = `/admin/months/${month}`
  const look = async (n: number) => JSON.parse((await servers.read(n, `${path}.json`, owner)).body)
  const lookUntil = async (isSo: (seen: Awaited<ReturnType<typeof look>>) => boolean) => {
    const until = performance.now() + CLOSED_WITHIN_MS
    for (let n = 0; ; n++) {
      const seen = await look(n)
      if (isSo(seen)) return seen
      require(performance.now() < until, `the month is at ${JSON.stringify(seen.run ?? seen.last_run)}`)
      await new Promise((later) => setTimeout(later, 100))
    }
  }
  const previewed = await servers.post(0, `${path}/preview`, owner, {})
  require(previewed.status === 200, `the preview returned ${previewed.status} ${previewed.body}`)
  const { preview } = await lookUntil(({ run, preview: made }) => run === null && made?.is_current === true)

  const asked = await servers.atOnce(AT_ONCE, (n) =>
    servers.post(n, `${path}/close`, owner, { preview_id: preview.id, reason: 'It has settled' }),
  )
  require(asked.some(isStatus(200)), `closing was answered ${asked.map(({ status }) => status)}`)
  requireRefused(
    'closing',
    asked.filter(({ status }) => status !== 200),
  )
  const waiting = (await look(1)).approvals.close
  require(waiting !== null, 'closing needed no second person')
  const approvals = await servers.atOnce(AT_ONCE, (n) =>
    servers.post(n, '/admin/approvals/approve', manager, { approval_id: waiting.approval_id ?? waiting.id }),
  )
  require(approvals.filter(isStatus(200)).length === 1, `approved ${approvals.map(({ status }) => status)}`)
  requireRefused(
    'approving a close',
    approvals.filter(({ status }) => status !== 200),
  )
  await lookUntil(({ state, run }) => state === 'closed' && run === null)
  const { rows } = await servers.onDatabase((pool) =>
    pool.query(
      `select (select count(*)::int from audit_entries where action = 'month.closed' and subject_id = $1) as closes,
         (select count(*)::int from month_runs where kind = 'close' and month = $1) as runs,
         (select count(*)::int from payouts where month = $1) as payouts,
         (select count(*)::int from cards where month = $1 and payable_cents > 0) as payable`,
      [month],
    ),
  )
  const [{ closes, runs, payouts, payable }] = rows
  require(closes === 1 && runs === 1, `${month}: ${runs} runs, closed ${closes} times`)
  require(payouts === payable, `${month}: ${payouts} payouts of ${payable}`)
  say(`${month} closed by ${AT_ONCE} at once, approved by ${AT_ONCE} at once: closed once, ${payouts} payouts.`)
}
