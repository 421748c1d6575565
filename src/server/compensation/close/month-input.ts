import type { Month } from '#domain/calendar/month.ts'
import { type MonthInput, makeEmptyBooked, type OrderColumns } from '#domain/compensation/month/columns.ts'
import { getPlan, type Plan } from '#domain/compensation/plan/plan.ts'
import type { RowSource } from '#server/platform/database/copy-out.ts'
import { readPlans } from '../plan/plans.ts'
import { GrowableArray } from './growable-array.ts'
import {
  findMaxUserId,
  findMonth,
  readBookedLines,
  readBookedVolumes,
  readCorrections,
  readFrozenTree,
  readMembers,
  readOrders,
  readSponsors,
  readStatuses,
} from './month-input.queries.ts'

/** A month as stored in the database, in columns. Members and orders are indexes; these arrays map them to ids. */
export type StoredMonth = {
  month: Month
  plan: Plan
  /** Members by time of enrollment, then id: the order of tables, and of the inputs' hash. */
  memberIds: Int32Array
  orderIds: Int32Array
  /** Returns on earlier months' orders that are booked in this one. */
  returnIds: Int32Array
  /** Corrections that are booked in this one. */
  correctionIds: Int32Array
  closed: boolean
  input: MonthInput
}

/**
 * Reads the inputs of a month: frozen ones of a closed month, current ones otherwise. Each kind of row is read once,
 * and never stored as objects. Throws for a month that was closed in an older system.
 */
export async function readMonth(source: RowSource, month: Month): Promise<StoredMonth> {
  const { db } = source
  const [plans, monthRow] = await Promise.all([readPlans(db), findMonth(db, month)])
  if (monthRow?.closed_externally) throw new Error(`month ${month} was closed in an older system`)
  const closed = monthRow !== undefined && monthRow.closed_at !== null
  const plan = closed ? plans.find(({ version }) => version === monthRow.plan_version) : getPlan(plans, month)
  if (!plan) throw new Error(`the plan of ${month} is missing`)

  // Rows that reference members are read before the members, so that every referenced member is found even if the shop
  // is running.
  const counted = await collectOrders((onRow) => readOrders(source, month, onRow))
  const returned = await collectOrders((onRow) => readBookedVolumes(source, month, onRow))
  const lines = await collectBookedLines(source, month, new Set(returned.ids))
  const corrected = await collectCorrections(source, month)
  const { memberIds, tree } = closed ? await readClosedTree(source, month) : await readTree(source, month)

  const indexById = buildIndexById(memberIds)
  const inTree = (orders: OrderColumns) => ({ ...orders, credited: toIndexes(orders.credited, indexById) })
  const booked = {
    volumes: inTree(returned.orders),
    lines: { ...lines, payee: toIndexes(lines.payee, indexById) },
    corrections: { ...corrected.corrections, member: toIndexes(corrected.corrections.member, indexById) },
  }
  const input = { tree, orders: inTree(counted.orders), booked }
  const ids = { orderIds: counted.ids, returnIds: returned.ids, correctionIds: corrected.ids }
  return { month, plan, memberIds, ...ids, closed, input }
}

const NONE = -1

/** Returns an array from member id to index; −1 for an id that is not in the month. */
export function buildIndexById(memberIds: Int32Array): Int32Array {
  let highest = 0
  for (const id of memberIds) if (id > highest) highest = id
  const indexes = new Int32Array(highest + 1).fill(NONE)
  for (let index = 0; index < memberIds.length; index++) indexes[memberIds[index] as number] = index
  return indexes
}

/** Converts ids to indexes. Members enrolled after the month have none: a path ends there. */
function toIndexes(ids: Int32Array, indexById: Int32Array): Int32Array {
  return ids.map((id) => (id === NONE ? NONE : (indexById[id] ?? NONE)))
}

async function readTree(source: RowSource, month: Month) {
  const users = await findMaxUserId(source.db)
  // Sorted by id first: all rows of one member are adjacent, and the last valid one wins.
  const enrolledAtById = new Float64Array(users + 1).fill(Number.NaN)
  const sponsorById = new Int32Array(users + 1).fill(NONE)
  const activeById = new Uint8Array(users + 1)
  const inTree = new Uint8Array(users + 1)
  await readSponsors(source, month, users, (id, sponsor) => {
    inTree[id] = 1
    sponsorById[id] = sponsor
  })
  await readStatuses(source, month, users, (id, active) => {
    activeById[id] = active
  })
  await readMembers(source, users, (id, at) => {
    enrolledAtById[id] = at
  })

  const ids = new GrowableArray()
  for (let id = 1; id <= users; id++) if (inTree[id] === 1) ids.push(id)
  const memberIds = sortByEnrollment(Int32Array.from(ids.values), enrolledAtById)
  const sponsorIds = memberIds.map((id) => sponsorById[id] as number)
  const sponsor = toIndexes(sponsorIds, buildIndexById(memberIds))
  const active = Uint8Array.from(memberIds, (id) => activeById[id] as number)
  return { memberIds, tree: { sponsor, active } }
}

function sortByEnrollment(ids: Int32Array, enrolledAtById: Float64Array): Int32Array {
  const isSorted = ids.every(
    (id, n) => n === 0 || (enrolledAtById[ids[n - 1] as number] as number) <= (enrolledAtById[id] as number),
  )
  if (isSorted) return ids
  return ids.sort((a, b) => (enrolledAtById[a] as number) - (enrolledAtById[b] as number) || a - b)
}

async function readClosedTree(source: RowSource, month: Month) {
  const ids = new GrowableArray()
  const sponsors = new GrowableArray()
  const actives = new GrowableArray()
  await readFrozenTree(source, month, (id, sponsor, active) => {
    ids.push(id)
    sponsors.push(sponsor)
    actives.push(active)
  })
  const memberIds = Int32Array.from(ids.values)
  const sponsor = toIndexes(Int32Array.from(sponsors.values), buildIndexById(memberIds))
  return { memberIds, tree: { sponsor, active: Uint8Array.from(actives.values) } }
}

type OrderRowHandler = (id: number, credited: number, customer: number, cvCents: number, pv: number) => void

async function collectOrders(
  readRows: (onRow: OrderRowHandler) => Promise<void>,
): Promise<{ ids: Int32Array; orders: OrderColumns }> {
  const [ids, credited, customer, cvCents, pv] = Array.from({ length: 5 }, () => new GrowableArray()) as [
    GrowableArray,
    GrowableArray,
    GrowableArray,
    GrowableArray,
    GrowableArray,
  ]
  await readRows((id, member, isCustomer, cents, points) => {
    ids.push(id)
    credited.push(member)
    customer.push(isCustomer)
    cvCents.push(cents)
    pv.push(points)
  })
  return {
    ids: Int32Array.from(ids.values),
    orders: {
      credited: Int32Array.from(credited.values),
      customer: Uint8Array.from(customer.values),
      cvCents: cvCents.values.slice(),
      pv: pv.values.slice(),
    },
  }
}

/** Includes only lines of the known returns: a return committed after those were read is excluded. */
async function collectBookedLines(source: RowSource, month: Month, returnIds: ReadonlySet<number>) {
  const [payees, kinds, amounts] = [new GrowableArray(16), new GrowableArray(16), new GrowableArray(16)]
  await readBookedLines(source, month, (payee, kind, amountCents, returnId) => {
    if (!returnIds.has(returnId)) return
    payees.push(payee)
    kinds.push(kind)
    amounts.push(amountCents)
  })
  if (payees.length === 0) return makeEmptyBooked().lines
  return {
    payee: Int32Array.from(payees.values),
    kind: Uint8Array.from(kinds.values),
    amountCents: amounts.values.slice(),
  }
}

async function collectCorrections(source: RowSource, month: Month) {
  const ids = new GrowableArray(16)
  const [members, bonuses, amounts] = [new GrowableArray(16), new GrowableArray(16), new GrowableArray(16)]
  await readCorrections(source, month, (id, member, bonus, amountCents) => {
    ids.push(id)
    members.push(member)
    bonuses.push(bonus)
    amounts.push(amountCents)
  })
  return {
    ids: Int32Array.from(ids.values),
    corrections: {
      member: Int32Array.from(members.values),
      bonus: Uint8Array.from(bonuses.values),
      amountCents: amounts.values.slice(),
    },
  }
}
