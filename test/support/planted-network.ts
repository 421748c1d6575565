import type { Month } from '#domain/month.ts'
import { openSession } from '#server/account/sessions.ts'
import { enrollBelow } from '#server/network/enroll.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { appForSuite } from './app.ts'
import { browserOf } from './browser.ts'
import { readExample } from './plan-tables.ts'

export type PlantedMember = {
  name: string
  sponsor?: UserId | undefined
  status?: 'active' | 'pending' | 'suspended' | 'closed'
  enrolledAt?: Date
  email?: string
}

let planted = 0

/** A member of the tree with a given enrollment time. */
export async function plantMember({ db }: Connection, given: PlantedMember): Promise<UserId> {
  const number = ++planted
  return inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        email: given.email ?? `planted${number}@example.com`,
        type: 'member',
        status: given.status ?? 'active',
        first_name: given.name,
        last_name: 'Planted',
        phone_number: '(201) 555-0100',
        cosmetology_id: 'NJ-1001',
        referral_code: `PLANTED${number}`,
        ...(given.enrolledAt && { created_at: given.enrolledAt }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (given.sponsor !== undefined) await enrollBelow(trx, id, given.sponsor)
    return id
  })
}

export type PlantedOrder = {
  orderNo?: string
  /** Set for an order placed in this shop. */
  orderId?: OrderId
  member: UserId | null
  month: Month
  customer?: boolean
  cvCents: number
  pv: number
  completedAt?: Date
}

/** An order that counts, like an imported one. */
export async function plantOrder({ db }: Connection, given: PlantedOrder) {
  const { cvCents, pv } = given
  const { id } = await db
    .insertInto('counted_orders')
    .values({
      order_no: given.orderNo ?? `planted-${++planted}`,
      order_id: given.orderId ?? null,
      member_id: given.member,
      customer: given.customer ?? false,
      completed_at: given.completedAt ?? new Date(`${given.month}-15T12:00:00Z`),
      month: given.month,
      cv_cents: cvCents,
      pv,
      month_cv_cents: cvCents,
      month_pv: pv,
      remaining_cv_cents: cvCents,
      remaining_pv: pv,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Worked example 1 of the plan: members by letter, orders in March 2026. */
export async function plantExample1(connection: Connection): Promise<Map<string, UserId>> {
  const example = readExample('example-1')
  const ids: UserId[] = []
  for (const [index, { sponsor, active }] of example.members.entries()) {
    const enrolledAt = new Date(Date.UTC(2026, 0, 1 + index, 12))
    const above = sponsor === undefined ? undefined : ids[sponsor]
    const name = example.letterOf(index)
    ids.push(await plantMember(connection, { name, sponsor: above, status: active ? 'active' : 'pending', enrolledAt }))
  }
  for (const { credited, orderNo, completedAt, ...order } of example.orders) {
    const member = credited === undefined ? null : (ids[credited] ?? null)
    await plantOrder(connection, {
      ...order,
      orderNo,
      member,
      month: '2026-03' as Month,
      completedAt: new Date(completedAt),
    })
  }
  return new Map(ids.map((id, index) => [example.letterOf(index), id]))
}

/** The browser of an existing user. */
export async function signInAs(suite: ReturnType<typeof appForSuite>, { db }: Connection, id: UserId) {
  const browser = browserOf(suite)
  browser.jar.set('session', await inTransaction(db, (trx) => openSession(trx, id)))
  return browser
}
