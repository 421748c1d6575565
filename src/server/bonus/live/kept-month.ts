import type { PoolClient } from 'pg'
import { type BookedColumns, makeOrders, type OrderColumns } from '#domain/bonus/columns.ts'
import { type LiveMonth, startLiveMonth } from '#domain/bonus/live/live-month.ts'
import type { Month } from '#domain/month.ts'
import { planFor } from '#domain/network/plan.ts'
import type { Connection } from '../../database/connect.ts'
import { readPlans } from '../plans.ts'
import { Column } from './column.ts'
import { Ids } from './ids.ts'
import { type BookedRows, findMonth, readBooked, readMembers, readOrders } from './live.queries.ts'

/** A month in memory: the rows of the database that its places stand for. */
export type KeptMonth = {
  month: Month
  /** Closed: nothing changes any more. */
  frozen: boolean
  live: LiveMonth
  members: Ids
  /** When the member of the last place enrolled. */
  lastEnrolled: number
  orders: Ids
  /** Returns of closed months' orders that are booked in this one already. */
  returns: Set<number>
}

const later = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Reads a month into memory: what is so far, or what was frozen by its close (plan §4). Bit by bit, so that others get
 * their turn at the database and in this thread; what changes meanwhile is for the caller to apply.
 */
export async function loadMonth({ db, pool }: Connection, value: Month): Promise<KeptMonth> {
  const plans = await readPlans(db)
  const client = await pool.connect()
  try {
    const facts = await findMonth(client, value)
    const frozen = facts.closed && !facts.closedElsewhere
    const plan = plans.find(({ version }) => frozen && version === facts.planVersion) ?? planFor(plans, value)
    const { members, tree, lastEnrolled } = await gatherTree(client, value, frozen)
    // A month closed in an older system has no figures here.
    const orders = facts.closedElsewhere ? noOrders() : await gatherOrders(client, value, members)
    const booked = facts.closedElsewhere ? { volumes: [], lines: [] } : await readBooked(client, value)

    const work = startLiveMonth(plan, { tree, orders: orders.columns, booked: toColumns(booked, members) })
    let step = work.next()
    for (; !step.done; step = work.next()) await later()
    const returns = new Set(booked.volumes.map(({ returnId }) => returnId))
    const kept = { month: value, frozen: facts.closed, live: step.value }
    return { ...kept, members, lastEnrolled, orders: new Ids(orders.ids), returns }
  } finally {
    client.release()
  }
}

async function gatherTree(client: PoolClient, value: Month, frozen: boolean) {
  const columns = { id: ints(), order: new Column(new Float64Array()), sponsorId: ints(), active: bits() }
  await readMembers(client, value, frozen, (row) => {
    columns.id.push(row.id)
    columns.order.push(row.order)
    columns.sponsorId.push(Number.isNaN(row.sponsorId) ? NOBODY : row.sponsorId)
    columns.active.push(row.active ? 1 : 0)
  })
  const [id, order] = [columns.id.values(), columns.order.values()]
  const [sponsorId, active] = [columns.sponsorId.values(), columns.active.values()]
  const rows = rowsBy(order)
  const members = new Ids(rows.map((row) => id[row] as number))
  const tree = {
    sponsor: rows.map((row) => members.placeOf(sponsorId[row] as number)),
    active: Uint8Array.from(rows, (row) => active[row] as number),
  }
  return { members, tree, lastEnrolled: order[rows.at(-1) ?? 0] ?? 0 }
}

/** No id is 0. */
const NOBODY = 0
const ints = () => new Column(new Int32Array())
const bits = () => new Column(new Uint8Array())

/** The rows, which come by id, by time of enrolment and id: most often that is the same. */
function rowsBy(order: Float64Array): Int32Array {
  const rows = Int32Array.from(order, (_, row) => row)
  const isSorted = order.every((value, row) => row === 0 || value >= (order[row - 1] as number))
  return isSorted ? rows : rows.sort((a, b) => (order[a] as number) - (order[b] as number) || a - b)
}

async function gatherOrders(client: PoolClient, value: Month, members: Ids) {
  const columns = { id: ints(), credited: ints(), customer: bits(), cvCents: floats(), pv: floats() }
  await readOrders(client, value, (row) => {
    columns.id.push(row.id)
    columns.credited.push(Number.isNaN(row.memberId) ? -1 : members.placeOf(row.memberId))
    columns.customer.push(row.customer ? 1 : 0)
    columns.cvCents.push(row.cvCents)
    columns.pv.push(row.pv)
  })
  return {
    ids: columns.id.values(),
    columns: {
      credited: columns.credited.values(),
      customer: columns.customer.values(),
      cvCents: columns.cvCents.values(),
      pv: columns.pv.values(),
    },
  }
}

const floats = () => new Column(new Float64Array())
const noOrders = (): { ids: Int32Array; columns: OrderColumns } => ({ ids: new Int32Array(), columns: makeOrders(0) })

function toColumns({ volumes, lines }: BookedRows, members: Ids): BookedColumns {
  const columns = makeOrders(volumes.length)
  for (const [place, row] of volumes.entries()) {
    columns.credited[place] = members.placeOf(row.memberId)
    columns.customer[place] = row.customer ? 1 : 0
    columns.cvCents[place] = row.cvCents
    columns.pv[place] = row.pv
  }
  return {
    volumes: columns,
    lines: {
      payee: Int32Array.from(lines, ({ payeeId }) => members.placeOf(payeeId)),
      kind: Uint8Array.from(lines, ({ kind }) => kind),
      amountCents: Float64Array.from(lines, ({ amountCents }) => amountCents),
    },
  }
}
