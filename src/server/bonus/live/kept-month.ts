import { makeOrders } from '#domain/bonus/columns.ts'
import { type LiveMonth, startLiveMonth } from '#domain/bonus/live/live-month.ts'
import type { Month } from '#domain/month.ts'
import { type Plan, planFor } from '#domain/network/plan.ts'
import type { Connection } from '../../database/connect.ts'
import { readPlans } from '../plans.ts'
import { Ids } from './ids.ts'
import {
  type BookedRows,
  findMonth,
  type MemberRow,
  type OrderRow,
  readBooked,
  readMembers,
  readOrders,
} from './live.queries.ts'

/** A month in memory: the rows of the database that its places stand for. */
export type KeptMonth = {
  month: Month
  live: LiveMonth
  members: Ids
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
    const tree = await gatherTree(readMembers(client, value, frozen))
    // A month closed in an older system has no figures here.
    const counted = facts.closedElsewhere ? nothing() : readOrders(client, value)
    const { ids, columns } = await gatherOrders(counted, tree.members)
    const booked = facts.closedElsewhere ? { volumes: [], lines: [] } : await readBooked(client, value)
    const live = await makeLive(plan, {
      tree: tree.columns,
      orders: columns,
      booked: toColumns(booked, tree.members),
    })
    const returns = new Set(booked.volumes.map(({ returnId }) => returnId))
    return { month: value, live, members: tree.members, orders: new Ids(ids), returns }
  } finally {
    client.release()
  }
}

async function* nothing(): AsyncGenerator<readonly OrderRow[]> {}

async function makeLive(plan: Plan, input: Parameters<typeof startLiveMonth>[1]): Promise<LiveMonth> {
  const work = startLiveMonth(plan, input)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await later()
  }
}

async function gatherTree(slices: AsyncIterable<readonly MemberRow[]>) {
  const rows: MemberRow[] = []
  for await (const slice of slices) for (const row of slice) rows.push(row)
  rows.sort((a, b) => a.order - b.order || a.id - b.id)
  const members = new Ids(Int32Array.from(rows, ({ id }) => id))
  const sponsor = new Int32Array(rows.length)
  const active = new Uint8Array(rows.length)
  for (const [place, row] of rows.entries()) {
    sponsor[place] = Number.isNaN(row.sponsorId) ? -1 : members.placeOf(row.sponsorId)
    active[place] = row.active
  }
  return { members, columns: { sponsor, active } }
}

async function gatherOrders(slices: AsyncIterable<readonly OrderRow[]>, members: Ids) {
  const rows: OrderRow[] = []
  for await (const slice of slices) for (const row of slice) rows.push(row)
  const columns = makeOrders(rows.length)
  for (const [place, row] of rows.entries()) {
    columns.credited[place] = Number.isNaN(row.memberId) ? -1 : members.placeOf(row.memberId)
    columns.customer[place] = row.customer
    columns.cvCents[place] = row.cvCents
    columns.pv[place] = row.pv
  }
  return { ids: Int32Array.from(rows, ({ id }) => id), columns }
}

function toColumns({ volumes, lines }: BookedRows, members: Ids) {
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
