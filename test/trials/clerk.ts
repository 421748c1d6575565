import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Client } from '../../bench/support/client.ts'
import { assertThat, withDatabase } from './trial-shop.ts'

const RETRY_DELAY_MS = 20

type Environment = { DATABASE_URL: string; DATA_DIR: string }
type Trial = Parameters<typeof withDatabase>[0]

/**
 * A clerk's request about one order, with text that identifies it later. A bank transaction and its payment share it.
 */
export type ClerkAction = {
  kind: 'notice' | 'payment' | 'completion' | 'return'
  orderId: number
  marker: string
  acknowledged: boolean
}

/** Signs in a staff member; returns the cookie. */
export async function signInStaff(environment: Environment, role: 'manager' | 'owner'): Promise<string> {
  const token = makeToken()
  await withDatabase({ environment }, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      // Staff without a password cannot approve.
      `insert into staff (email, role, password_hash) values ($1 || '@trial.example', $1, 'unknown to everyone')
       on conflict (email) do update set active = true returning id`,
      [role],
    )
    await pool.query('insert into staff_sessions (token_hash, staff_id) values ($1, $2)', [
      hashToken(token),
      rows[0]?.id,
    ])
  })
  return `staff=${token}`
}

export const signInClerk = (environment: Environment): Promise<string> => signInStaff(environment, 'manager')

type SendRequest = (
  path: string,
  body: object,
  expected?: readonly number[],
) => Promise<{ status: number; body: JsonBody }>
// biome-ignore lint/suspicious/noExplicitAny: the contract describes the responses; this code reads them untyped.
type JsonBody = any

/** Makes a clerk's calls and records requests and acknowledgments. */
async function createClerk(client: Client, cookie: string, actions: ClerkAction[]) {
  const visitor = await client.visit()
  const clerk = { ...visitor, cookie: `${visitor.cookie}; ${cookie}` }
  /** Retries on 503, as the response says: a month is not in memory yet, or the machine is too busy. */
  const sendWithRetry = async (send: () => ReturnType<Client['send']>) => {
    for (;;) {
      const response = await send()
      if (response.status !== 503) return response
      await pause(RETRY_DELAY_MS)
    }
  }
  const request: SendRequest = async (path, body, expected = [200]) => {
    const response = await sendWithRetry(() => client.post(path, clerk, body))
    assertThat(expected.includes(response.status), `${path} returned ${response.status} ${response.body}`)
    return { status: response.status, body: JSON.parse(response.body) }
  }
  return {
    request,
    read: async (path: string): Promise<JsonBody> => {
      const response = await sendWithRetry(() =>
        client.send('GET', path, { accept: 'application/json', cookie: clerk.cookie }),
      )
      assertThat(response.status === 200, `${path} returned ${response.status} ${response.body}`)
      return JSON.parse(response.body)
    },
    track: async (
      kind: ClerkAction['kind'],
      orderId: number,
      perform: (marker: string) => Promise<unknown>,
      marker = `action-${actions.length}`,
    ): Promise<string> => {
      const action: ClerkAction = { kind, orderId, marker, acknowledged: false }
      actions.push(action)
      await perform(marker)
      action.acknowledged = true
      return marker
    },
  }
}

/** Books an order's payment or its bank transaction, completes it, and returns its goods, one call each. */
export async function processOrder(
  client: Client,
  cookie: string,
  orderId: number,
  actions: ClerkAction[],
): Promise<void> {
  const clerk = await createClerk(client, cookie, actions)
  const { money, version } = await clerk.read(`/admin/orders/${orderId}.json`)
  const { balance } = money
  if (actions.length % 2 === 0) {
    await clerk.track('payment', orderId, (reference) =>
      clerk.request(`/admin/orders/${orderId}/payments/book`, {
        amount: balance,
        reference,
        expected_version: version,
      }),
    )
  } else await bookBankTransaction(clerk, orderId, balance, actions.length % 4 === 1)
  await clerk.track('completion', orderId, async () => {
    const { version: expected_version } = await clerk.read(`/admin/orders/${orderId}.json`)
    return clerk.request(`/admin/orders/${orderId}/complete`, { checks: 'now', expected_version })
  })
  await returnOneUnit(clerk, orderId, true)
}

type Clerk = Awaited<ReturnType<typeof createClerk>>

async function bookBankTransaction(
  { read, request, track }: Clerk,
  orderId: number,
  balance: number,
  shouldBookExact: boolean,
): Promise<void> {
  let noticeId = 0
  const marker = await track('notice', orderId, async (id) => {
    const text = `Date,Amount,Name,Memo,Id\n11/20/2026,+${balance.toFixed(2)},ANY BODY,${encodePaymentReference(orderId)},${id}`
    const { added } = (await request('/admin/bank-transactions/import', { text, kind: 'csv' })).body
    assertThat(added.length === 1, `importing one bank transaction added ${added.length}`)
    noticeId = added[0]
  })
  const pay = async () => {
    if (!shouldBookExact) {
      return request(`/admin/bank-transactions/${noticeId}/book`, {
        orders: [{ order_id: orderId }],
        expected_version: (await read('/admin/bank-transactions.json')).data.find(
          ({ id }: { id: number }) => id === noticeId,
        )?.version,
      })
    }
    const { booked } = (await request('/admin/bank-transactions/book-exact', { bank_transaction_ids: [noticeId] })).body
    assertThat(
      booked.length === 1 && booked[0].order_id === orderId,
      `an exact match was booked ${booked.length} times`,
    )
  }
  await track('payment', orderId, pay, marker)
}

/** Returns a unit of an order whose month is closed. */
export async function returnOldOrder(
  client: Client,
  cookie: string,
  orderId: number,
  actions: ClerkAction[],
): Promise<void> {
  await returnOneUnit(await createClerk(client, cookie, actions), orderId, false)
}

/** Orders completed concurrently change the preview: then the new one is confirmed. */
function returnOneUnit({ request, track }: Clerk, orderId: number, restock: boolean): Promise<string> {
  return track('return', orderId, async (reason) => {
    const returnRequest = { order_id: orderId, lines: [{ line: 0, quantity: 1, restock }], reason }
    let { hash } = (await request('/admin/returns/preview', returnRequest, [200])).body
    for (;;) {
      const { status, body } = await request('/admin/returns/confirm', { ...returnRequest, hash }, [200, 409])
      if (status === 200) return
      hash = body.current.hash
    }
  })
}

/**
 * Checks that every acknowledged request took effect once and every unacknowledged one at most once, and that the books
 * of the network, the bank transactions and the audit log contain everything that belongs to it.
 */
export async function verifyRequests(
  trial: Trial,
  actions: readonly ClerkAction[],
): Promise<{ summary: string; membersReturns: number }> {
  const rows = await withDatabase(trial, async (pool) => ({
    payments: await countMarkers(pool, `select reference as marker from payments where reference like 'action-%'`),
    returns: await countMarkers(pool, `select reason as marker from goods_returns where reason like 'action-%'`),
    notices: await countMarkers(pool, `select bank_id as marker from bank_transactions where bank_id like 'action-%'`),
    completions: await countMarkers(
      pool,
      `select order_id::text as marker from order_changes where change = 'completed' and changed_by like '%@trial.example%'`,
    ),
    notes: (await pool.query('select min(number), max(number), count(number)::int as count from credit_notes')).rows[0],
    inconsistencies: (await pool.query<{ inconsistency: string }>(INCONSISTENCIES)).rows.map(
      ({ inconsistency }) => inconsistency,
    ),
    network: (await pool.query(NETWORK_RETURNS)).rows[0],
  }))
  const countEffects = ({ kind, marker, orderId }: ClerkAction): number => {
    if (kind === 'completion') return rows.completions.get(String(orderId)) ?? 0
    return rows[`${kind}s`].get(marker) ?? 0
  }
  const acknowledged = actions.filter((action) => action.acknowledged)
  const lost = acknowledged.filter((action) => countEffects(action) === 0)
  const duplicated = actions.filter((action) => countEffects(action) > 1)
  const countAcknowledged = (kind: ClerkAction['kind']): number =>
    acknowledged.filter((action) => action.kind === kind).length
  assertThat(lost.length === 0 && duplicated.length === 0, `lost or duplicated: ${JSON.stringify([lost, duplicated])}`)
  assertThat(rows.inconsistencies.length === 0, rows.inconsistencies.join('\n'))
  const { min, max, count } = rows.notes
  assertThat(count === 0 || max - min + 1 === count, 'credit note numbers have gaps')
  const { members, reversed } = rows.network
  return {
    summary:
      `${actions.length} requests by clerks, acknowledged ${countAcknowledged('payment')} payments, ${countAcknowledged('notice')} bank transactions, ` +
      `${countAcknowledged('completion')} completions, ${countAcknowledged('return')} returns (${members} of members' orders, ${reversed} of closed ` +
      `months): ${lost.length} lost, ${duplicated.length} duplicated, 0 partial.`,
    membersReturns: members,
  }
}

async function countMarkers(pool: pg.Pool, query: string): Promise<Map<string, number>> {
  const rows = new Map<string, number>()
  for (const { marker } of (await pool.query<{ marker: string }>(query)).rows)
    rows.set(marker, (rows.get(marker) ?? 0) + 1)
  return rows
}

/** Returns of members' orders, and how many of them were reversed line by line. */
const NETWORK_RETURNS = `
  select count(*)::int as members, count(*) filter (where back.month <> counted.month)::int as reversed
    from goods_returns goods join counted_orders counted using (order_id)
    join order_returns back on back.counted_order_id = counted.id
   where goods.reason like 'action-%' and member_id is not null`

/** Finds rows whose counterparts are missing, by counting them; `verify` checks by the rules. */
const INCONSISTENCIES = `
  select format('Order %s was completed %s times and counts %s times.', id, completed, counted) as inconsistency from (
    select id, (select count(*) from order_changes where order_id = orders.id and change = 'completed') as completed,
      (select count(*) from counted_orders where order_id = orders.id) as counted from orders) as each
   where completed <> counted
  union all
  select format('Counted order %s has %s credits of points.', order_no, credits) from (
    select order_no, member_id, (select count(*) from point_entries where counted_order_id = counted.id
      and cause = 'order') as credits from counted_orders counted) as each
   where credits <> case when member_id is null then 0 else 1 end
  union all
  select format('Order %s: goods were returned %s times, its volume %s times.', order_id, goods, volume) from (
    select order_id, (select count(*) from goods_returns where order_id = counted.order_id and was_counted) as goods,
      (select count(*) from order_returns where counted_order_id = counted.id and kind = 'return') as volume
      from counted_orders counted) as each
   where goods <> volume
  union all
  select format('Return %s of counted order %s has %s debits of points.', id, order_no, debits) from (
    select back.id, order_no, member_id, (select count(*) from point_entries where return_id = back.id) as debits
      from order_returns back join counted_orders counted on counted.id = counted_order_id) as each
   where debits <> case when member_id is null then 0 else 1 end
  union all
  select format('Return %s of order %s, whose month is closed, has no reversals.', back.id, order_no)
    from order_returns back join counted_orders counted on counted.id = counted_order_id
   where back.month <> counted.month and back.cv_cents > 0
     and exists (select from bonus_lines where counted_order_id = counted.id and return_id = 0 and amount_cents >= 100)
     and not exists (select from bonus_lines where return_id = back.id)
  union all
  select format('Bank transaction %s has %s cents booked, but its payments total %s.', id, booked_cents, paid) from (
    select id, booked_cents, (select coalesce(sum(case kind when 'received' then amount_cents else -amount_cents end), 0)
      from payments where bank_transaction_id = bank_transactions.id) as paid from bank_transactions) as each
   where booked_cents <> paid
  union all
  select format('%s %s has %s entries in the audit log.', kind, id, entries) from (
    select 'order' as kind, order_id as id, count(*) as expected, (select count(*) from audit_entries
      where action = 'order.returned' and subject_id = order_id::text) as entries from goods_returns
      where reason like 'action-%' group by order_id
    union all
    select 'notice', id, 1, (select count(*) from audit_entries
      where action = 'bank_transaction.booked' and subject_kind = 'bank_transaction' and subject_id = bank_transactions.id::text)
      from bank_transactions where bank_id like 'action-%' and booked_cents > 0) as each
   where expected <> entries`
