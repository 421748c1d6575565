import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { HttpResponse } from '../../../bench/support/client.ts'
import { deliveryForm, pickupForm } from '../../support/order-forms.ts'
import { countStock } from '../../support/stock.ts'
import { assertThat, log } from '../trial-shop.ts'
import { assertRefused, fillCart, type TwoServers, type Visitor } from './two-servers.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 20)
const CONCURRENCY = 20
const PRODUCT_ID = 1
const AMPLE_STOCK = 1_000_000
const LIMIT_KEY = 'refund_approval_above'
const CLOSE_TIMEOUT_MS = 60_000

const hasStatus =
  (expected: number) =>
  ({ status }: HttpResponse) =>
    status === expected
/** Orders are also limited per email (docs/product §11). */
const uniqueContact = ({ ip }: Visitor) => ({ user_email: `buyer-${ip}@example.com` })
const setStock = (servers: TwoServers, quantity: number) =>
  servers.onDatabase((pool) => pool.query(countStock(PRODUCT_ID, quantity)))

/** One cart submitted many times at once, half of the rounds with a key, becomes one order. */
export async function submitTwice(servers: TwoServers): Promise<void> {
  await setStock(servers, AMPLE_STOCK)
  const orders = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await fillCart(servers, round, PRODUCT_ID)
    const hasKey = round % 2 === 0
    const headers: Record<string, string> = hasKey ? { 'idempotency-key': `round-${round}` } : {}
    const responses = await servers.sendConcurrently(CONCURRENCY, (n) =>
      servers.post(n, '/checkout/confirm', buyer, { ...deliveryForm, ...uniqueContact(buyer) }, headers),
    )
    const placed = responses.filter(hasStatus(201))
    const ids = new Set(placed.map(({ body }) => JSON.parse(body).id as number))
    assertThat(ids.size === 1, `round ${round}: orders ${[...ids]}`)
    assertRefused(
      'double submit',
      responses.filter((response) => !placed.includes(response)),
    )
    assertThat(
      !hasKey || placed.length === CONCURRENCY,
      `round ${round}: ${CONCURRENCY - placed.length} refused despite the key`,
    )
    for (const id of ids) orders.add(id)
  }
  assertThat(orders.size === ROUNDS, `${orders.size} orders in ${ROUNDS} rounds`)
  log(`${ROUNDS} carts, each submitted ${CONCURRENCY} times at once: ${orders.size} orders.`)
}

/** Many carts contain the last unit; one is ordered. */
export async function buyLastUnit(servers: TwoServers): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await setStock(servers, AMPLE_STOCK)
    const buyers = await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => fillCart(servers, n, PRODUCT_ID)))
    await setStock(servers, 1)
    const responses = await servers.sendConcurrently(CONCURRENCY, (n) => {
      const buyer = buyers[n] as Visitor
      return servers.post(n + round, '/checkout/confirm', buyer, { ...deliveryForm, ...uniqueContact(buyer) })
    })
    const placed = responses.filter(hasStatus(201))
    const outcomes = new Set(responses.map(({ status, body }) => `${status} ${JSON.parse(body).detail ?? ''}`))
    assertThat(
      placed.length === 1,
      `round ${round}: ${placed.length} bought the last unit; responses: ${[...outcomes].join(', ')}`,
    )
    assertRefused(
      'the last unit',
      responses.filter((response) => !placed.includes(response)),
    )
  }
  await setStock(servers, AMPLE_STOCK)
  log(`${ROUNDS} last units, each requested by ${CONCURRENCY} at once: each was sold once.`)
}

/** Many clerks book one bank transaction at once. */
export async function bookOneTransaction(servers: TwoServers): Promise<void> {
  const clerk = await servers.staff('manager')
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = await fillCart(servers, round, PRODUCT_ID)
    const orderResponse = await servers.post(round, '/checkout/confirm', buyer, {
      ...pickupForm,
      ...uniqueContact(buyer),
    })
    assertThat(orderResponse.status === 201, `placing an order returned ${orderResponse.status} ${orderResponse.body}`)
    const orderId = JSON.parse(orderResponse.body).id as number
    const { money } = JSON.parse((await servers.read(round, `/admin/orders/${orderId}.json`, clerk)).body)
    const amount = Number(money.balance).toFixed(2)
    const text = `Date,Amount,Name,Memo,Id\n11/20/2026,+${amount},ANY BODY,${encodePaymentReference(orderId)},servers-${round}`
    const importResponse = await servers.post(round, '/admin/bank-transactions/import', clerk, { text, kind: 'csv' })
    assertThat(importResponse.status === 200, `the import returned ${importResponse.status} ${importResponse.body}`)
    const [noticeId] = JSON.parse(importResponse.body).added
    const { data } = JSON.parse((await servers.read(round, '/admin/bank-transactions.json', clerk)).body)
    const { version } = data.find(({ id }: { id: number }) => id === noticeId)
    const booking = { orders: [{ order_id: orderId }], expected_version: version }
    const responses = await servers.sendConcurrently(CONCURRENCY, (n) =>
      servers.post(n, `/admin/bank-transactions/${noticeId}/book`, clerk, booking),
    )
    assertThat(
      responses.filter(hasStatus(200)).length === 1,
      `round ${round}: booked ${responses.map((r) => r.status)}`,
    )
    assertRefused(
      'a bank transaction',
      responses.filter(({ status }) => status !== 200),
    )
    const after = JSON.parse((await servers.read(round + 1, `/admin/orders/${orderId}.json`, clerk)).body)
    assertThat(after.money.balance === 0, `round ${round}: the balance is ${after.money.balance}`)
  }
  log(`${ROUNDS} bank transactions, each booked by ${CONCURRENCY} at once: each was booked once.`)
}

/** An owner's proposal is approved on one server while the setting is changed on the other. */
export async function approveAgainstChange(servers: TwoServers): Promise<void> {
  const [owner, manager] = [await servers.staff('owner'), await servers.staff('manager')]
  type Limit = { value: string; version: string }
  const change = (n: number, value: string, { version }: Limit) =>
    servers.post(n, `/admin/settings/${LIMIT_KEY}/change`, owner, {
      value,
      expected_version: version,
      reason: 'As agreed',
    })
  const readLimit = async (): Promise<Limit> => {
    const { data } = JSON.parse((await servers.read(1, '/admin/settings.json', owner)).body)
    return data.find(({ key }: { key: string }) => key === LIMIT_KEY)
  }
  const counts = { approved: 0, changed: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const before = await readLimit()
    // Lowering it needs no approval.
    const [raised, lowered] = ['9000.00', (Number(before.value) - 1).toFixed(2)]
    const proposed = await change(round, raised, before)
    const id = JSON.parse(proposed.body).approval_id
    assertThat(proposed.status === 200 && id !== null, `proposing returned ${proposed.status} ${proposed.body}`)
    const responses = await servers.sendConcurrently(CONCURRENCY, (n) =>
      n % 2 === round % 2
        ? change(n, lowered, before)
        : servers.post(n, '/admin/approvals/approve', manager, { approval_id: id }),
    )
    const winners = responses.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    assertThat(winners.length === 1, `round ${round}: ${responses.map(({ status }) => status)}`)
    assertRefused(
      'approval against change',
      responses.filter(({ status }) => status !== 200),
    )
    const isChanged = (winners[0] as number) % 2 === round % 2
    counts[isChanged ? 'changed' : 'approved']++
    const current = await readLimit()
    assertThat(current.value === (isChanged ? lowered : raised), `round ${round}: the limit is ${current.value}`)
    // Refuses the outdated proposal, and lowers the limit for the next round.
    if (isChanged) await servers.post(round, '/admin/approvals/refuse', manager, { approval_id: id })
    else await change(round, before.value, current)
  }
  log(
    `${ROUNDS} proposals approved during a change: ${counts.approved} approved, ${counts.changed} changed, none both.`,
  )
  assertThat(counts.approved > 0 && counts.changed > 0, 'one side never won: there was no race')
}

/** Many approve a month's close at once: it is closed once, and its payouts are booked once. */
export async function closeTwice(servers: TwoServers): Promise<void> {
  const [owner, manager] = [await servers.staff('owner'), await servers.staff('manager')]
  const { data } = JSON.parse((await servers.read(0, '/admin/months.json?only=to_close', owner)).body)
  const month = data.at(-1)?.month as string | undefined
  assertThat(month !== undefined, 'the demo shop has no month to close')
  const path = `/admin/months/${month}`
  const readMonth = async (n: number) => JSON.parse((await servers.read(n, `${path}.json`, owner)).body)
  const waitForMonth = async (predicate: (shownMonth: Awaited<ReturnType<typeof readMonth>>) => boolean) => {
    const deadline = performance.now() + CLOSE_TIMEOUT_MS
    for (let n = 0; ; n++) {
      const shownMonth = await readMonth(n)
      if (predicate(shownMonth)) return shownMonth
      assertThat(
        performance.now() < deadline,
        `the month did not reach the expected state: ${JSON.stringify(shownMonth.run ?? shownMonth.last_run)}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const previewResponse = await servers.post(0, `${path}/preview`, owner, {})
  assertThat(previewResponse.status === 200, `the preview returned ${previewResponse.status} ${previewResponse.body}`)
  const { version } = await waitForMonth(({ run, preview: latest }) => run === null && latest?.is_current === true)

  const responses = await servers.sendConcurrently(CONCURRENCY, (n) =>
    servers.post(n, `${path}/close`, owner, { expected_version: version, reason: 'It has settled' }),
  )
  assertThat(responses.some(hasStatus(200)), `closing was returned ${responses.map(({ status }) => status)}`)
  assertRefused(
    'closing',
    responses.filter(({ status }) => status !== 200),
  )
  const pendingApproval = (await readMonth(1)).approvals.close
  assertThat(pendingApproval !== null, 'closing needed no second person')
  const approvals = await servers.sendConcurrently(CONCURRENCY, (n) =>
    servers.post(n, '/admin/approvals/approve', manager, {
      approval_id: pendingApproval.approval_id ?? pendingApproval.id,
    }),
  )
  assertThat(approvals.filter(hasStatus(200)).length === 1, `approved ${approvals.map(({ status }) => status)}`)
  assertRefused(
    'approving a close',
    approvals.filter(({ status }) => status !== 200),
  )
  await waitForMonth(({ state, run }) => state === 'closed' && run === null)
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
  assertThat(closes === 1 && runs === 1, `${month}: ${runs} runs, closed ${closes} times`)
  assertThat(payouts === payable, `${month}: ${payouts} payouts of ${payable}`)
  log(`${month} closed by ${CONCURRENCY} at once, approved by ${CONCURRENCY} at once: closed once, ${payouts} payouts.`)
}
