import type { Month } from '#domain/calendar/month.ts'
import { openSession } from '#server/customers/sessions.ts'
import { enrollBelow } from '#server/network/enroll-below.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { OrderId, UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { appForSuite } from './app.ts'
import { browserOf } from './browser.ts'
import { readExample } from './plan-tables.ts'

export type MemberFixture = {
  name: string
  sponsor?: UserId | undefined
  status?: 'active' | 'pending' | 'suspended' | 'closed'
  enrolledAt?: Date
  email?: string
}

let sequence = 0

/** A member of the tree with a given enrollment time. */
export async function createMember({ db }: Connection, fields: MemberFixture): Promise<UserId> {
  const number = ++sequence
  return inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        email: fields.email ?? `planted${number}@example.com`,
        type: 'member',
        status: fields.status ?? 'active',
        first_name: fields.name,
        last_name: 'Planted',
        phone_number: '(201) 555-0100',
        cosmetology_id: 'NJ-1001',
        referral_code: `PLANTED${number}`,
        ...(fields.enrolledAt && { created_at: fields.enrolledAt }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (fields.sponsor !== undefined) await enrollBelow(trx, id, fields.sponsor)
    return id
  })
}

export type CountedOrderFixture = {
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
export async function createCountedOrder({ db }: Connection, fields: CountedOrderFixture) {
  const { cvCents, pv } = fields
  const { id } = await db
    .insertInto('counted_orders')
    .values({
      order_no: fields.orderNo ?? `planted-${++sequence}`,
      order_id: fields.orderId ?? null,
      member_id: fields.member,
      customer: fields.customer ?? false,
      completed_at: fields.completedAt ?? new Date(`${fields.month}-15T12:00:00Z`),
      month: fields.month,
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
export async function createExample1(connection: Connection): Promise<Map<string, UserId>> {
  const example = readExample('example-1')
  const ids: UserId[] = []
  for (const [index, { sponsor, active }] of example.members.entries()) {
    const enrolledAt = new Date(Date.UTC(2026, 0, 1 + index, 12))
    const sponsorId = sponsor === undefined ? undefined : ids[sponsor]
    const name = example.letterOf(index)
    ids.push(
      await createMember(connection, { name, sponsor: sponsorId, status: active ? 'active' : 'pending', enrolledAt }),
    )
  }
  for (const { credited, orderNo, completedAt, ...order } of example.orders) {
    const member = credited === undefined ? null : (ids[credited] ?? null)
    await createCountedOrder(connection, {
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
