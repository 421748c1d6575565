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

/** The order of members in a month, their sponsor and whether they are active; NaN for no sponsor. */
export type MemberRow = { id: number; order: number; sponsorId: number; active: number }

/** Everybody enrolled by the month's end, in no particular order. */
export async function* readMembers(
  client: pg.ClientBase,
  value: Month,
  closed: boolean,
): AsyncGenerator<readonly MemberRow[]> {
  const { rows } = await client.query('select coalesce(max(id), 0) as last from users')
  for (let from = 0; from <= rows[0].last; from += SLICE) {
    const members: MemberRow[] = []
    const query = closed ? cardsOf(value, from) : membersOf(value, from)
    await copyRows(client, query, ['int', 'int', 'int', 'bool'], (row) => {
      members.push({
        id: row[0] as number,
        order: row[1] as number,
        sponsorId: row[2] as number,
        active: row[3] as number,
      })
    })
    yield members
  }
}

const cardsOf = (value: Month, from: number): string => `
  select member_id, place, sponsor_id, active from cards
   where month = '${value}' and member_id >= ${from} and member_id < ${from + SLICE}`

const membersOf = (value: Month, from: number): string => `
  select users.id, (extract(epoch from created_at) * 1000000)::int8, sponsor_id, held.status = 'active'
    from (select distinct on (member_id) member_id, sponsor_id from sponsorships
           where member_id >= ${from} and member_id < ${from + SLICE} and from_month <= '${value}'
           order by member_id, from_month desc) edge
    join users on users.id = edge.member_id
    join (select distinct on (member_id) member_id, status from member_statuses
           where member_id >= ${from} and member_id < ${from + SLICE} and from_month <= '${value}'
           order by member_id, from_month desc) held on held.member_id = users.id`

/** An order as it counts in its month; NaN for nobody's. */
export type OrderRow = { id: number; memberId: number; customer: number; cvCents: number; pv: number }

/** The month's counted orders by id. */
export async function* readOrders(client: pg.ClientBase, value: Month): AsyncGenerator<readonly OrderRow[]> {
  for (let last = 0; ; ) {
    const orders: OrderRow[] = []
    const query = `select id, member_id, customer, month_cv_cents, month_pv from counted_orders
      where month = '${value}' and id > ${last} order by id limit ${SLICE}`
    await copyRows(client, query, ['int', 'int', 'bool', 'int', 'int'], (row) => {
      orders.push({
        id: row[0] as number,
        memberId: row[1] as number,
        customer: row[2] as number,
        cvCents: row[3] as number,
        pv: row[4] as number,
      })
    })
    yield orders
    if (orders.length < SLICE) return
    last = orders.at(-1)?.id ?? last
  }
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
