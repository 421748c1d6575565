import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstInstant, type Month, monthOf, previousMonth, yesterdayStart } from '#domain/calendar/month.ts'
import type { LiveCard } from '#domain/compensation/live/card.ts'
import { computeMonth } from '#domain/compensation/month/run-month.ts'
import { EXAMPLE_PLAN } from '#domain/compensation/plan/plan.ts'
import { CORRECTED_BONUSES } from '#domain/compensation/rules/correction.ts'
import { cents } from '#domain/money/money.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createCountedOrder, createMember } from '#test/create-network.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { type Network, toColumns } from '#test/network.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { correctBonus } from '../correction/correct-bonus.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { type LiveNetwork, openLiveNetwork } from './live-network.ts'

const now = monthOf(Date.now())
const getYesterday = () => Math.max(yesterdayStart(Date.now()), firstInstant(now))
const STATUSES = ['active', 'active', 'active', 'pending', 'suspended', 'closed'] as const

databaseTest('live months', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  let network: LiveNetwork
  beforeAll(() => {
    network = openLiveNetwork(connection(), (error) => {
      throw error
    })
  })
  afterAll(() => network.close())

  /** The month from the tables, read independently of the server's queries. */
  async function readNetwork(value: Month): Promise<{ ids: UserId[]; network: Network }> {
    const { pool } = connection()
    const { rows: members } = await pool.query(
      `select id, (select sponsor_id from sponsorships where member_id = users.id and from_month <= $1
          order by from_month desc limit 1) as sponsor_id,
        (select status from member_statuses where member_id = users.id and from_month <= $1
          order by from_month desc limit 1) as status
        from users where exists (select 1 from sponsorships where member_id = users.id and from_month <= $1)
       order by created_at, id`,
      [value],
    )
    const ids = members.map(({ id }) => id)
    const toIndex = (id: number | null) => (id === null || !ids.includes(id) ? undefined : ids.indexOf(id))
    const toOrderFigures = (row: { member_id: number | null; customer: boolean; cv: number; pv: number }) => ({
      credited: toIndex(row.member_id),
      customer: row.customer,
      cvCents: row.cv,
      pv: row.pv,
    })
    const orders = await pool.query(
      `select case when not before_enrollment then member_id end as member_id, customer, month_cv_cents as cv, month_pv as pv
         from counted_orders where month = $1 order by id`,
      [value],
    )
    const booked = await pool.query(
      `select case when not before_enrollment then member_id end as member_id, customer, -back.cv_cents as cv, -back.pv as pv
         from order_returns back join counted_orders counted on counted.id = counted_order_id
        where back.month = $1 and counted.month <> $1`,
      [value],
    )
    const corrected = await pool.query(
      'select member_id, bonus, amount_cents as cents from bonus_corrections where month = $1',
      [value],
    )
    return {
      ids,
      network: {
        members: members.map((row) => ({ sponsor: toIndex(row.sponsor_id), active: row.status === 'active' })),
        orders: orders.rows.map(toOrderFigures),
        booked: {
          volumes: booked.rows.map(toOrderFigures),
          lines: [],
          corrections: corrected.rows.map(({ member_id, bonus, cents: amount }) => ({
            member: ids.indexOf(member_id),
            bonus,
            amountCents: cents(amount),
          })),
        },
      },
    }
  }

  async function expectFullRecomputation(value: Month): Promise<void> {
    const { ids, network: read } = await readNetwork(value)
    const { cards } = computeMonth(EXAMPLE_PLAN, toColumns(read))
    for (const [index, memberId] of ids.entries()) {
      const found = await network.query({ name: 'card', month: value, memberId })
      const card = Object.fromEntries(Object.entries(cards).map(([name, column]) => [name, column[index]]))
      expect(found).toMatchObject(card)
    }
  }

  /** All figures of the month that a member can see. */
  async function readCards(ids: readonly UserId[]) {
    const cards = new Map<UserId, LiveCard>()
    for (const memberId of ids) {
      const found = await network.query({ name: 'card', month: now, memberId })
      if (!found) continue
      const { rateBp: _, conditions: __, next: ___, ...card } = found
      cards.set(memberId, card)
    }
    return cards
  }

  /** Checks that the changes since yesterday lead from the earlier cards to the current ones, and add up. */
  async function expectDifference(cardsBefore: ReadonlyMap<UserId, LiveCard>): Promise<void> {
    const { ids } = await readNetwork(now)
    const cards = await readCards(ids)
    const since = getYesterday()
    for (const memberId of ids) {
      const difference = await network.query({ name: 'difference', month: now, memberId, since, limit: 1000 })
      const { before, after } = difference.cards ?? {}
      if (!before || !after) throw new Error('the card does not exist')
      expect({ since: difference.since, shortened: difference.shortened, after }).toEqual({
        since,
        after: cards.get(memberId),
      })
      if (cardsBefore.has(memberId)) expect(before).toEqual(cardsBefore.get(memberId))
      else expect([before.active, before.groupPv, before.totalBonusCents]).toEqual([false, 0, 0])
      const corrections = difference.corrections.map(({ bonus, amountCents }) => ({
        salesBonusCents: bonus === 'sales' ? amountCents : 0,
        levelBonusCents: bonus === 'level' ? amountCents : 0,
      }))
      const parts = [...difference.orders, ...corrections, difference.rest]
      for (const bonus of ['salesBonusCents', 'levelBonusCents'] as const) {
        expect(parts.reduce((sum, partial) => sum + partial[bonus], 0)).toBe(after[bonus] - before[bonus])
      }
      expect(difference.orders.reduce((sum, { pv }) => sum + pv, 0)).toBe(after.groupPv - before.groupPv)
    }
  }

  async function placeOrder(userId: UserId, pv: number): Promise<number> {
    const { db } = connection()
    const product = await makeProduct(db, { pv, priceCents: 100 + pv * 13 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 1 }])
    const placed = await submit(db, jobs(), { userId, creditedUserId: userId, cartOwner })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await changeStatus(placed.orderId, 'paid')
    return placed.orderId
  }
  const changeStatus = (id: number, status: 'paid' | 'completed' | 'canceled') =>
    inTransaction(connection().db, (trx) =>
      changeOrder(
        trx,
        { id, change: status, actor: { kind: 'command_line', by: 'test' } },
        createPaymentServices(jobs()),
      ),
    )

  async function reopenOrComplete(orderId: number): Promise<void> {
    const { db, pool } = connection()
    const { rows } = await pool.query(
      `select id from payments received where order_id = $1 and kind = 'received'
        and not exists (select from payments correcting where correcting.corrects_id = received.id)`,
      [orderId],
    )
    const [payment] = rows
    if (payment) {
      const wrong = { paymentId: payment.id, reason: 'Booked to the wrong order.' }
      await inTransaction(db, (trx) =>
        correctPayment(trx, { kind: 'command_line' }, wrong, createPaymentServices(jobs())),
      )
    } else {
      await changeStatus(orderId, 'paid')
      await changeStatus(orderId, 'completed')
    }
  }

  it('15: equal a full recomputation, for any events in any commit order', async () => {
    const { db } = connection()
    const random = createRandom(engine.length)
    const last = previousMonth(now)
    await db.insertInto('months').values({ month: last, closed_at: new Date(), closed_externally: true }).execute()
    const members: UserId[] = []
    const orders: number[] = []
    const old: string[] = []
    const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value

    const changes: (() => Promise<unknown>)[] = [
      async () => {
        const sponsor = members.length === 0 || random(8) === 0 ? undefined : pick(members)
        members.push(await createMember(connection(), { name: 'Ana', sponsor, status: pick(STATUSES) }))
      },
      async () => {
        const id = await placeOrder(pick(members), pick([20, 110, 600, 2000, 9000]))
        await changeStatus(id, 'completed')
        orders.push(id)
      },
      async () => {
        const id = await placeOrder(pick(members), 700)
        await changeStatus(id, 'completed')
        orders.push(id)
      },
      () => (orders.length > 0 ? changeStatus(pick(orders), 'canceled') : Promise.resolve()),
      // Reverses the payment of an order, or pays and completes it again.
      () => (orders.length > 0 ? reopenOrComplete(pick(orders)) : Promise.resolve()),
      () =>
        db
          .updateTable('users')
          .set({ status: pick(STATUSES) })
          .where('id', '=', pick(members))
          .execute(),
      async () => {
        const orderNo = `old ${random(1_000_000_000)}`
        await createCountedOrder(connection(), { orderNo, member: pick(members), month: last, cvCents: 9000, pv: 80 })
        old.push(orderNo)
      },
      async () => {
        const reversal = { kind: 'return', cvCents: 500, pv: random(2) === 0 ? 5 : undefined } as const
        const orderRef = old.length > 0 ? { orderNo: pick(old) } : undefined
        if (orderRef)
          await inTransaction(db, (trx) => reverseVolume(trx, { order: orderRef, reversal, returnedAt: new Date() }))
      },
      async () => {
        const order = { month: now, customer: true, cvCents: 1 + random(50_000), pv: random(900) }
        await createCountedOrder(connection(), { member: random(9) === 0 ? null : pick(members), ...order })
      },
    ]
    const correct = async () => {
      const query = {
        memberId: pick(members),
        concerns: random(2) === 0 ? now : last,
        bonus: pick(CORRECTED_BONUSES),
        amountCents: cents(random(2000) - 1000 || 1),
        orderNo: undefined,
        reason: 'Miscounted.',
      }
      // For a member who has joined since, it concerns last month, and there is nothing to correct.
      const corrected = await inTransaction(db, (trx) => correctBonus(trx, { kind: 'command_line' }, query))
      if (!corrected.ok) expect(corrected.refusal).toEqual({ code: 'not_enrolled' })
    }
    changes.splice(2, 0, correct)
    for (let n = 0; n < 6; n++) await changes[0]?.()
    await expectFullRecomputation(now)
    for (let n = 0; n < 4; n++) await changes.at(-1)?.()
    await connection().pool.query(`update network_changes set made_at = made_at - interval '60 hours'`)
    await network.catchUp()
    const cardsBefore = await readCards(members)
    for (let round = 0; round < 14; round++) {
      await Promise.all(Array.from({ length: 4 }, () => pick(changes)()))
      await network.catchUp()
      await expectFullRecomputation(now)
      await expectDifference(cardsBefore)
    }
    const reopened = openLiveNetwork(connection(), (error) => {
      throw error
    })
    const query = {
      name: 'difference',
      month: now,
      memberId: members[0] as UserId,
      since: getYesterday(),
      limit: 9,
    } as const
    expect(await reopened.query(query)).toEqual(await network.query(query))
    await reopened.close()
  })

  it('are reloaded after an import, which announces only itself', async () => {
    const { db, pool } = connection()
    const ancestor = await createMember(connection(), { name: 'Above' })
    const moved = await createMember(connection(), { name: 'Moved' })
    await createCountedOrder(connection(), { member: moved, month: now, cvCents: 5000, pv: 600 })
    await network.catchUp()
    await inTransaction(db, async (trx) => {
      await trx.updateTable('sponsorships').set({ sponsor_id: ancestor }).where('member_id', '=', moved).execute()
    })
    await network.catchUp()
    expect(await network.query({ name: 'card', month: now, memberId: ancestor })).toMatchObject({ groupPv: 600 })
    await pool.query(`begin; set local salonfront.bulk = 'on'; update member_statuses set status = 'closed' where member_id = ${moved};
      insert into network_changes (month) values (null); commit`)
    await network.catchUp()
    await expectFullRecomputation(now)
  })

  it('include an event that was committed after a later one', async ({ skip }) => {
    if (engine === 'embedded') skip('The embedded engine runs one transaction at a time.')
    const { db } = connection()
    const ana = await createMember(connection(), { name: 'Ana' })
    const { promise: laterMonth, resolve: commit } = Promise.withResolvers<void>()
    const { promise: started, resolve: hasBegun } = Promise.withResolvers<void>()
    const first = inTransaction(db, async (trx) => {
      await createCountedOrder({ ...connection(), db: trx }, { member: ana, month: now, cvCents: 100, pv: 1 })
      hasBegun()
      await laterMonth
    })
    await started
    await createCountedOrder(connection(), { member: ana, month: now, cvCents: 200, pv: 2 })
    await network.catchUp()
    expect(await network.query({ name: 'card', month: now, memberId: ana })).toMatchObject({ personalPv: 2 })
    commit()
    await first
    await network.catchUp()
    expect(await network.query({ name: 'card', month: now, memberId: ana })).toMatchObject({ personalPv: 3 })
  })

  it('answer nothing about members outside of the downline', async () => {
    const ana = await createMember(connection(), { name: 'Ana' })
    const bea = await createMember(connection(), { name: 'Bea', sponsor: ana })
    await network.catchUp()
    const page = { offset: 0, limit: 50 }
    expect(await network.query({ name: 'legs', month: now, memberId: bea, ofId: ana, ...page })).toBeUndefined()
    expect(await network.query({ name: 'below', month: now, memberId: bea, ids: [ana, bea], limit: 9 })).toEqual([])
    expect(await network.query({ name: 'below', month: now, memberId: ana, ids: [ana, bea], limit: 9 })).toMatchObject([
      { id: bea, depth: 1 },
    ])
  })
})

/** Mulberry32: deterministic changes. */
function createRandom(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}
