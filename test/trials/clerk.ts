import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Client } from '../../bench/support/client.ts'
import { onDatabase, require } from './shop-for-trial.ts'

const AGAIN_MS = 20

type Environment = { DATABASE_URL: string; DATA_DIR: string }
type Trial = Parameters<typeof onDatabase>[0]

/**
 * A clerk's request about one order, with a text that identifies it later. A bank transaction and its payment share it.
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
  await onDatabase({ environment }, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      // Staff without a password cannot approve.
      `insert into staff (email, role, password_hash) values ($1 || '@trial.example', $1, 'nobody knows it')
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

type Ask = (path: string, body: object, expected?: readonly number[]) => Promise<{ status: number; body: Body }>
// biome-ignore lint/suspicious/noExplicitAny: the contract describes the responses; this code reads them untyped.
type Body = any

/** Makes a clerk's calls and records requests and acknowledgments. */
async function clerkOf(client: Client, cookie: string, deeds: ClerkAction[]) {
  const visitor = await client.visit()
  const clerk = { ...visitor, cookie: `${visitor.cookie}; ${cookie}` }
  /** Retries on 503, as the response says: a month is not in memory yet, or the machine is too busy. */
  const answered = async (send: () => ReturnType<Client['send']>) => {
    for (;;) {
      const answer = await send()
      if (answer.status !== 503) return answer
      await pause(AGAIN_MS)
    }
  }
  const ask: Ask = async (path, body, expected = [200]) => {
    const answer = await answered(() => client.post(path, clerk, body))
    require(expected.includes(answer.status), `${path} returned ${answer.status} ${answer.body}`)
    return { status: answer.status, body: JSON.parse(answer.body) }
  }
  return {
    ask,
    read: async (path: string): Promise<Body> => {
      const answer = await answered(() =>
        client.send('GET', path, { accept: 'application/json', cookie: clerk.cookie }),
      )
      require(answer.status === 200, `${path} returned ${answer.status} ${answer.body}`)
      return JSON.parse(answer.body)
    },
    attempt: async (
      kind: ClerkAction['kind'],
      orderId: number,
      work: (marker: string) => Promise<unknown>,
      marker = `deed-${deeds.length}`,
    ): Promise<string> => {
      const deed: ClerkAction = { kind, orderId, marker, acknowledged: false }
      deeds.push(deed)
      await work(marker)
      deed.acknowledged = true
      return marker
    },
  }
}

/** Books an order's payment or its bank transaction, completes it, and returns its goods, one call each. */
export async function workThrough(
  client: Client,
  cookie: string,
  orderId: number,
  deeds: ClerkAction[],
): Promise<void> {
  const clerk = await clerkOf(client, cookie, deeds)
  const { balance } = (await clerk.read(`/admin/orders/${orderId}.json`)).money
  if (deeds.length % 2 === 0) {
    await clerk.attempt('payment', orderId, (reference) =>
      clerk.ask(`/admin/orders/${orderId}/payments/book`, { amount: balance, reference, expected_balance: balance }),
    )
  } else await bookNotice(clerk, orderId, balance, deeds.length % 4 === 1)
  await clerk.attempt('completion', orderId, () => clerk.ask(`/admin/orders/${orderId}/complete`, { checks: 'now' }))
  await takeOnePieceBack(clerk, orderId, true)
}

type Clerk = Awaited<ReturnType<typeof clerkOf>>

async function bookNotice({ ask, attempt }: Clerk, orderId: number, balance: number, asExact: boolean): Promise<void> {
  let noticeId = 0
  const marker = await attempt('notice', orderId, async (id) => {
    const text = `Date,Amount,Name,Memo,Id\n11/20/2026,+${balance.toFixed(2)},ANY BODY,${paymentReferenceOf(orderId)},${id}`
    const { added } = (await ask('/admin/bank-transactions/import', { text, kind: 'csv' })).body
    require(added.length === 1, `a new bank transaction was imported as ${added.length}`)
    noticeId = added[0]
  })
  const pay = async () => {
    if (!asExact) {
      return ask(`/admin/bank-transactions/${noticeId}/book`, {
        orders: [{ order_id: orderId }],
        expected_open: balance,
      })
    }
    const { booked } = (await ask('/admin/bank-transactions/book-exact', { bank_transaction_ids: [noticeId] })).body
    require(booked.length === 1 && booked[0].order_id === orderId, `an exact match was booked ${booked.length} times`)
  }
  await attempt('payment', orderId, pay, marker)
}

/** Returns a piece of an order whose month is closed. */
export async function reverseOldOrder(
  client: Client,
  cookie: string,
  orderId: number,
  deeds: ClerkAction[],
): Promise<void> {
  await takeOnePieceBack(await clerkOf(client, cookie, deeds), orderId, false)
}

/** Orders completed concurrently change the preview: then the new one is confirmed. */
function takeOnePieceBack({ ask, attempt }: Clerk, orderId: number, restock: boolean): Promise<string> {
  return attempt('return', orderId, async (reason) => {
    const back = { order_id: orderId, lines: [{ line: 0, quantity: 1, restock }], reason }
    let { hash } = (await ask('/admin/returns/preview', back, [200])).body
    for (;;) {
      const { status, body } = await ask('/admin/returns/confirm', { ...back, hash }, [200, 409])
      if (status === 200) return
      hash = body.preview.hash
    }
  })
}

/**
 * Checks that every acknowledged request took effect once and every other one at most once, and that the books of the
 * network, the bank transactions and the audit log contain everything that belongs to it.
 */
export async function verifyRequests(
  trial: Trial,
  deeds: readonly ClerkAction[],
): Promise<{ summary: string; membersReturns: number }> {
  const found = await onDatabase(trial, async (pool) => ({
    payments: await markers(pool, `select reference as marker from payments where reference like 'deed-%'`),
    returns: await markers(pool, `select reason as marker from goods_returns where reason like 'deed-%'`),
    notices: await markers(pool, `select bank_id as marker from bank_transactions where bank_id like 'deed-%'`),
    completions: await markers(
      pool,
      `select order_id::text as marker from order_changes where change = 'completed' and changed_by like '%@trial.example%'`,
    ),
    notes: (await pool.query('select min(number), max(number), count(number)::int as all from credit_notes')).rows[0],
    halves: (await pool.query<{ half: string }>(HALVES)).rows.map(({ half }) => half),
    network: (await pool.query(NETWORK)).rows[0],
  }))
  const timesOf = ({ kind, marker, orderId }: ClerkAction): number => {
    if (kind === 'completion') return found.completions.get(String(orderId)) ?? 0
    return found[`${kind}s`].get(marker) ?? 0
  }
  const acknowledged = deeds.filter((deed) => deed.acknowledged)
  const lost = acknowledged.filter((deed) => timesOf(deed) === 0)
  const doubled = deeds.filter((deed) => timesOf(deed) > 1)
  const of = (kind: ClerkAction['kind']): number => acknowledged.filter((deed) => deed.kind === kind).length
  require(lost.length === 0 && doubled.length === 0, `lost or duplicated: ${JSON.stringify([lost, doubled])}`)
  require(found.halves.length === 0, found.halves.join('\n'))
  const { min, max, all } = found.notes
  require(all === 0 || max - min + 1 === all, 'credit note numbers have gaps')
  const { members, reversed } = found.network
  return {
    summary:
      `${deeds.length} requests by clerks, acknowledged ${of('payment')} payments, ${of('notice')} bank transactions, ` +
      `${of('completion')} completions, ${of('return')} returns (${members} of members' orders, ${reversed} of closed ` +
      `months): ${lost.length} lost, ${doubled.length} duplicated, 0 partial.`,
    membersReturns: members,
  }
}

async function markers(pool: pg.Pool, query: string): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { marker } of (await pool.query<{ marker: string }>(query)).rows)
    found.set(marker, (found.get(marker) ?? 0) + 1)
  return found
}

/** Returns of members' orders, and how many of them were reversed line by line. */
const NETWORK = `
  select count(*)::int as members, count(*) filter (where back.month <> counted.month)::int as reversed
    from goods_returns goods join counted_orders counted using (order_id)
    join order_returns back on back.counted_order_id = counted.id
   where goods.reason like 'deed-%' and member_id is not null`

/** Finds rows whose counterparts are missing, by counting them; `verify` checks by the rules. */
const HALVES = `
  select format('Order %s was completed %s times and counts %s times.', id, completed, counted) as half from (
    select id, (select count(*) from order_changes where order_id = orders.id and change = 'completed') as completed,
      (select count(*) from counted_orders where order_id = orders.id) as counted from orders) as each
   where completed <> counted
  union all
  select format('Counted order %s has %s credits of points.', order_no, credits) from (
    select order_no, member_id, (select count(*) from point_entries where counted_order_id = counted.id
      and cause = 'order') as credits from counted_orders counted) as each
   where credits <> case when member_id is null then 0 else 1 end
  union all
  select format('Order %s: goods of it came back %s times, its volume %s times.', order_id, goods, volume) from (
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
  select format('Notice %s says that %s cents are booked, but pays %s.', id, booked_cents, paid) from (
    select id, booked_cents, (select coalesce(sum(case kind when 'received' then amount_cents else -amount_cents end), 0)
      from payments where bank_transaction_id = bank_transactions.id) as paid from bank_transactions) as each
   where booked_cents <> paid
  union all
  select format('%s %s has %s entries in the audit log.', kind, id, entries) from (
    select 'order' as kind, order_id as id, count(*) as wanted, (select count(*) from audit_entries
      where action = 'order.returned' and subject_id = order_id::text) as entries from goods_returns
      where reason like 'deed-%' group by order_id
    union all
    select 'notice', id, 1, (select count(*) from audit_entries
      where action = 'bank_transaction.booked' and subject_kind = 'bank_transaction' and subject_id = bank_transactions.id::text)
      from bank_transactions where bank_id like 'deed-%' and booked_cents > 0) as each
   where wanted <> entries`
