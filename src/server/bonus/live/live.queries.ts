import type pg from 'pg'
import type { Month } from '#domain/month.ts'
import { copyRows } from '../../database/copy-rows.ts'

/** Rows read at one go: on the embedded engine everybody else waits for so long. */
const SLICE = 20_000

export type MonthRow = { closed: boolean; closedElsewhere: boolean; planVersion: number | undefined }

export async function findMonth(client: pg.ClientBase, value: Month): Promise<MonthRow> {
  const { rows } = await client.query(
    'select closed_at is not null as closed, closed_elsewhere, plan_version from months where month = $1',
    [value],
  )
  const [row] = rows
  return {
    closed: row?.closed ?? false,
    closedElsewhere: row?.closed_elsewhere ?? false,
    planVersion: row?.plan_version ?? undefined,
  }
}

/** A member of a month: `order` is what their place in the tree's order is by, NaN stands for no sponsor. */
export type MemberRow = { id: number; order: number; sponsorId: number; active: boolean }

/** Everybody enrolled by the month's end, by id. The row is the same object each time. */
export async function readMembers(
  client: pg.ClientBase,
  value: Month,
  frozen: boolean,
  onMember: (row: MemberRow) => void,
): Promise<void> {
  const { rows } = await client.query('select coalesce(max(id), 0) as last from users')
  const member: MemberRow = { id: 0, order: 0, sponsorId: 0, active: false }
  for (let from = 0; from <= rows[0].last; from += SLICE) {
    const query = frozen
      ? cardsOf(value, `between ${from} and ${from + SLICE - 1}`)
      : membersOf(value, `between ${from} and ${from + SLICE - 1}`)
    await copyRows(client, query, ['int', 'int', 'int', 'bool'], (row) => {
      member.id = row[0] as number
      member.order = row[1] as number
      member.sponsorId = row[2] as number
      member.active = row[3] === 1
      onMember(member)
    })
  }
}

const cardsOf = (value: Month, ids: string): string => `
  select member_id, place, sponsor_id, active from cards where month = '${value}' and member_id ${ids}
   order by member_id`

/** The latest edge and status that count in the month. */
const membersOf = (value: Month, ids: string): string => `
  select users.id, (extract(epoch from created_at) * 1000000)::int8 as enrolled, sponsor_id, held.status = 'active' as active
    from (select distinct on (member_id) member_id, sponsor_id from sponsorships
           where member_id ${ids} and from_month <= '${value}' order by member_id, from_month desc) edge
    join users on users.id = edge.member_id
    join (select distinct on (member_id) member_id, status from member_statuses
           where member_id ${ids} and from_month <= '${value}' order by member_id, from_month desc) held
      on held.member_id = users.id
   where users.id ${ids}
   order by users.id`

/** Some members of a month that is not closed, by time of enrolment. */
export async function findMembers(client: pg.ClientBase, value: Month, ids: readonly number[]): Promise<MemberRow[]> {
  const { rows } = await client.query(
    `select * from (${membersOf(value, '= any($1::int[])')}) found order by enrolled, id`,
    [ids],
  )
  return rows.map((row) => ({
    id: row.id,
    order: row.enrolled,
    sponsorId: row.sponsor_id ?? Number.NaN,
    active: row.active,
  }))
}

/** An order as it counts in its month; NaN for nobody's. */
export type OrderRow = { id: number; memberId: number; customer: boolean; cvCents: number; pv: number }

/** The month's counted orders by id. The row is the same object each time. */
export async function readOrders(client: pg.ClientBase, value: Month, onOrder: (row: OrderRow) => void): Promise<void> {
  const order: OrderRow = { id: 0, memberId: 0, customer: false, cvCents: 0, pv: 0 }
  let read = SLICE
  while (read === SLICE) {
    read = 0
    const query = `select id, member_id, customer, month_cv_cents, month_pv from counted_orders
      where month = '${value}' and id > ${order.id} order by id limit ${SLICE}`
    await copyRows(client, query, ['int', 'int', 'bool', 'int', 'int'], (row) => {
      order.id = row[0] as number
      order.memberId = row[1] as number
      order.customer = row[2] === 1
      order.cvCents = row[3] as number
      order.pv = row[4] as number
      read++
      onOrder(order)
    })
  }
}

/** Some of the month's orders by id. */
export async function findOrders(client: pg.ClientBase, value: Month, ids: readonly number[]): Promise<OrderRow[]> {
  const { rows } = await client.query(
    `select id, member_id, customer, month_cv_cents, month_pv from counted_orders
      where month = $1 and id = any($2::int[]) order by id`,
    [value, ids],
  )
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id ?? Number.NaN,
    customer: row.customer,
    cvCents: row.month_cv_cents,
    pv: row.month_pv,
  }))
}

/** What came back in a month of orders of earlier ones: points and value, and the lines that took back the bonuses. */
export type BookedRows = {
  volumes: { returnId: number; memberId: number; customer: boolean; cvCents: number; pv: number }[]
  lines: { returnId: number; payeeId: number; kind: number; amountCents: number }[]
}

/** Of all orders, or of some. */
export async function readBooked(
  client: pg.ClientBase,
  value: Month,
  orderIds: readonly number[] | null = null,
): Promise<BookedRows> {
  const volumes = await client.query(
    `select back.id as return_id, counted.member_id, counted.customer, back.cv_cents, back.pv
       from order_returns back join counted_orders counted on counted.id = back.counted_order_id
      where back.month = $1 and counted.month <> $1 and counted.member_id is not null
        and ($2::int[] is null or back.counted_order_id = any($2))`,
    [value, orderIds],
  )
  const lines = await client.query(
    `select return_id, payee_id, kind, amount_cents from bonus_lines
      where month = $1 and return_id <> 0 and ($2::int[] is null or counted_order_id = any($2))`,
    [value, orderIds],
  )
  return {
    volumes: volumes.rows.map((row) => ({
      returnId: row.return_id,
      memberId: row.member_id,
      customer: row.customer,
      cvCents: 0 - row.cv_cents,
      pv: 0 - row.pv,
    })),
    lines: lines.rows.map((row) => ({
      returnId: row.return_id,
      payeeId: row.payee_id,
      kind: row.kind,
      amountCents: row.amount_cents,
    })),
  }
}
