import { hashToken, makeToken } from '#server/platform/crypto/token.ts'
import type { Client } from '../../bench/support/client.ts'
import { onDatabase, require, say } from './shop-for-trial.ts'

type Environment = { DATABASE_URL: string; DATA_DIR: string }

/** What a clerk asked of one order, with a text that finds it again. */
export type Deed = { kind: 'payment' | 'completion' | 'return'; orderId: number; marker: string; acknowledged: boolean }

/** A manager who is signed in just now; returns the cookie. */
export async function signInClerk(environment: Environment): Promise<string> {
  const token = makeToken()
  await onDatabase({ environment }, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into staff (email, role) values ('manager@trial.example', 'manager')
       on conflict (email) do update set active = true returning id`,
    )
    await pool.query('insert into staff_sessions (token_hash, staff_id) values ($1, $2)', [
      hashToken(token),
      rows[0]?.id,
    ])
  })
  return `staff=${token}`
}

/** Books an order's payment, completes it, and takes its goods back, each by its call. */
export async function workThrough(client: Client, cookie: string, orderId: number, deeds: Deed[]): Promise<void> {
  const visitor = await client.visit()
  const clerk = { ...visitor, cookie: `${visitor.cookie}; ${cookie}` }
  const post = async (path: string, body: object) => {
    const answer = await client.post(path, clerk, body)
    require(answer.status === 200, `${path} answered ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const attempt = async (kind: Deed['kind'], ask: (marker: string) => Promise<unknown>) => {
    const deed: Deed = { kind, orderId, marker: `deed-${deeds.length}`, acknowledged: false }
    deeds.push(deed)
    await ask(deed.marker)
    deed.acknowledged = true
  }
  const read = await client.send('GET', `/admin/orders/${orderId}.json`, {
    accept: 'application/json',
    cookie: clerk.cookie,
  })
  require(read.status === 200, `the order answered ${read.status} ${read.body}`)
  const { balance } = JSON.parse(read.body).money
  await attempt('payment', (reference) =>
    post(`/admin/orders/${orderId}/payments/book`, { amount: balance, reference, expected_balance: balance }),
  )
  await attempt('completion', () => post(`/admin/orders/${orderId}/complete`, { checks: 'now' }))
  const back = { order_id: orderId, lines: [{ line: 0, quantity: 1, restock: true }] }
  await attempt('return', async (reason) => {
    const { hash } = await post('/admin/returns/preview', { ...back, reason })
    await post('/admin/returns/confirm', { ...back, reason, hash })
  })
}

/** Every deed that was acknowledged is there once, every other one once or not at all; returns the pieces put back. */
export async function judgeDeeds(environment: Environment, deeds: readonly Deed[]): Promise<number> {
  const { payments, returns, completions, notes } = await onDatabase({ environment }, async (pool) => ({
    payments: (await pool.query(`select reference as marker from payments where reference like 'deed-%'`)).rows,
    returns: (await pool.query(`select reason as marker from goods_returns where reason like 'deed-%'`)).rows,
    completions: (await pool.query(`select order_id from order_changes where change = 'completed'`)).rows,
    notes: (await pool.query('select min(number), max(number), count(number)::int as all from credit_notes')).rows[0],
  }))
  const count = new Map<string, number>()
  for (const { marker } of [...payments, ...returns]) count.set(marker, (count.get(marker) ?? 0) + 1)
  const completed = new Map<number, number>()
  for (const { order_id } of completions) completed.set(order_id, (completed.get(order_id) ?? 0) + 1)
  const found = ({ kind, marker, orderId }: Deed): number =>
    (kind === 'completion' ? completed.get(orderId) : count.get(marker)) ?? 0
  const acknowledged = deeds.filter((deed) => deed.acknowledged)
  const lost = acknowledged.filter((deed) => found(deed) === 0)
  const doubled = deeds.filter((deed) => found(deed) > 1)
  const of = (kind: Deed['kind']): number => acknowledged.filter((deed) => deed.kind === kind).length
  say(
    `${deeds.length} deeds of clerks, acknowledged ${of('payment')} payments, ${of('completion')} completions, ` +
      `${of('return')} returns: ${lost.length} lost, ${doubled.length} doubled; ${returns.length} credit notes of theirs.`,
  )
  require(lost.length === 0 && doubled.length === 0, 'what clerks did was lost or doubled')
  require(of('return') > 0, 'no return was made')
  require(Number(notes.max) - Number(notes.min) + 1 === notes.all, 'credit notes are numbered with gaps')
  return returns.length
}
