import { spawnSync } from 'node:child_process'
import { hostname, tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { month, nextMonth } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { lockTree } from '#server/network/lock-tree.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { closeWithDefaults } from '#test/close-with-defaults.ts'
import { createMonths } from '#test/create-months.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { waitForBlocked } from '#test/wait.ts'
import { reverseVolume } from '../count/reverse-volume.ts'
import { newClosingToken } from './closing-token.ts'
import { MonthLockedError } from './month-locked-error.ts'
import { previewMonth } from './preview-month.ts'

const march = month('2026-03')
const april = month('2026-04')
const ROUNDS = 6

databaseTest('closing a month during concurrent changes', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const close = (value: typeof march) => closeWithDefaults(connection(), value)
  const cancel = (orderNo: string) =>
    inTransaction(connection().db, (trx) =>
      reverseVolume(trx, { order: { orderNo }, reversal: { kind: 'cancellation' }, returnedAt: new Date() }),
    )
  /** Retries as often as needed; returns how often the month was blocked. */
  const cancelWithRetries = async (orderNo: string): Promise<number> => {
    for (let attempts = 0; ; attempts++) {
      try {
        await cancel(orderNo)
        return attempts
      } catch (error) {
        if (!(error instanceof MonthLockedError)) throw error
        await pause(5)
      }
    }
  }
  /** Creates the current month, and closes it as if it had ended long ago. */
  const createCurrentMonths = async () => {
    const [{ present }] = await queryRows('select month_of(now()) as present')
    await createMonths(connection(), { members: 6, ordersPerMonth: 6, months: [month(present)] })
    return month(present)
  }
  const closePresent = (present: typeof march) =>
    closeWithDefaults(connection(), present, { now: Date.now() + 70 * 86_400_000 })
  const findFirstOrders = async (count: number) =>
    (await queryRows(`select order_no from counted_orders where month = '2026-03' order by id limit ${count}`)).map(
      ({ order_no }) => order_no as string,
    )
  const toOutcome = (closed: Awaited<ReturnType<typeof close>>) => (closed.ok ? 'closed' : closed.refusal.code)
  const queryRows = async (statement: string) => (await connection().pool.query(statement)).rows

  const createClosableMonths = () =>
    createMonths(connection(), { members: 60, ordersPerMonth: 200, months: [march, april] })
  beforeEach(createClosableMonths)

  it('lets exactly one of several closes succeed', async () => {
    const outcomes = (await Promise.all(Array.from({ length: 4 }, () => close(march)))).map(toOutcome)
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(1)
    expect(outcomes.every((outcome) => ['closed', 'being_closed', 'month_already_closed'].includes(outcome))).toBe(true)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('never closes a later month before an earlier one', async () => {
    const [first, second] = await Promise.all([close(march), close(april)])
    expect(toOutcome(first)).toBe('closed')
    expect(['closed', 'earlier_month_open']).toContain(toOutcome(second))
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('blocks the month while cancellations arrive faster than it can close', async () => {
    let attempts = 0
    // On a fast machine, a close may finish between two of them.
    for (let round = 0; attempts === 0 && round < ROUNDS; round++) {
      if (round > 0) await createClosableMonths()
      let isClosing = true
      const closing = close(march).finally(() => {
        isClosing = false
      })
      let canceled = 0
      for (const number of await findFirstOrders(200)) {
        if (!isClosing) break
        attempts += await cancelWithRetries(number)
        canceled++
      }
      expect(toOutcome(await closing)).toBe('closed')
      // The last one waited for the close, and is a reversal after it.
      const [last] = await queryRows(
        `select count(distinct counted_order_id)::int as reversed from bonus_lines where return_id <> 0`,
      )
      expect(last.reversed).toBeLessThanOrEqual(1)
      expect(canceled).toBeLessThan(200)
    }
    expect(attempts).toBeGreaterThan(0)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('carries nothing over from rows of an unfinished close into the next month’s preview', async () => {
    const payable = async () => {
      const previewed = await previewMonth(connection(), { month: april, minimumPayoutCents: cents(2_500) })
      if (!previewed.ok) throw new Error(previewed.refusal.code)
      return previewed.sums.payableCents
    }
    const before = await payable()
    await queryRows(`insert into cards (month, member_id, member_index, active, level, title, personal_pv, customer_pv, group_pv,
        next_legs, total_sales_cents, sales_bonus_cents, level_bonus_cents, total_bonus_cents, next_level_cents,
        opening_cents, payable_cents, carried_cents)
      select '2026-03', min(id), 0, true, 1, 1, 0, 0, 0, 0, 0, 900000, 0, 900000, 0, 0, 0, 900000 from users`)
    expect(await payable()).toEqual(before)
  })

  it('counts a completion that is delayed past the close in no closed month', async () => {
    expect(toOutcome(await closePresent(await createCurrentMonths()))).toBe('closed')
    const { db } = connection()
    const placed = await submit(db, jobs(), { cartOwner: await fillCart(db, [await makeProduct(db)]) })
    if (!placed.ok) throw new Error(placed.refusal.code)
    const changeStatus = (status: 'paid' | 'completed') =>
      inTransaction(db, (trx) =>
        changeOrder(
          trx,
          { id: placed.orderId, change: status, actor: { kind: 'command_line', by: 'test' } },
          createPaymentServices(jobs()),
        ),
      )
    await changeStatus('paid')
    await expect(changeStatus('completed')).rejects.toThrow(MonthLockedError)
    expect(await queryRows(`select from counted_orders where order_id = ${placed.orderId}`)).toEqual([])
  })

  it('applies a status change that is delayed past the close from the next month on', async () => {
    const present = await createCurrentMonths()
    expect(toOutcome(await closePresent(present))).toBe('closed')
    await queryRows(`update users set status = 'suspended' where member_no = 'M1'`)
    expect(await queryRows(`select from_month from member_statuses where status = 'suspended'`)).toEqual([
      { from_month: nextMonth(present) },
    ])
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('unblocks the month at once if the close was killed', async () => {
    const child = spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' })
    await connection().pool.query(
      `insert into months (month, closing_token, closing_heartbeat_at, closing_locked) values ('2026-03', $1, now(), true)`,
      [`${hostname()}:${child.stdout.trim()}:0`],
    )
    const [number] = await findFirstOrders(1)
    expect(await cancel(number ?? '')).toEqual({ ok: true })
    await connection().pool.query(`update months set closing_token = $1`, [newClosingToken()])
    await expect(cancel((await findFirstOrders(2))[1] ?? '')).rejects.toThrow(MonthLockedError)
    await connection().pool.query(`update months set closing_token = $1`, ['another machine:1:0'])
    await expect(cancel((await findFirstOrders(2))[1] ?? '')).rejects.toThrow(MonthLockedError)
    await connection().pool.query(`update months set closing_heartbeat_at = now() - interval '31 minutes'`)
    expect(await cancel((await findFirstOrders(2))[1] ?? '')).toEqual({ ok: true })
  })

  // On the embedded engine's single connection they are sequential anyway; likewise in the next test.
  it.runIf(engine === 'postgres')(
    'waits for an uncommitted cancellation with a number below the last change',
    async () => {
      const [early = '', late = ''] = await findFirstOrders(2)
      const treeIsFree = Promise.withResolvers<void>()
      const treeIsHeld = Promise.withResolvers<void>()
      const holdingTree = inTransaction(connection().db, async (trx) => {
        await lockTree(trx)
        treeIsHeld.resolve()
        await treeIsFree.promise
      })
      await treeIsHeld.promise
      const closing = close(march)
      await waitForBlocked(connection().pool, 'advisory')

      const earlyMayEnd = Promise.withResolvers<void>()
      const earlyIsMade = Promise.withResolvers<void>()
      const canceling = inTransaction(connection().db, async (trx) => {
        await reverseVolume(trx, {
          order: { orderNo: early },
          reversal: { kind: 'cancellation' },
          returnedAt: new Date(),
        })
        earlyIsMade.resolve()
        await earlyMayEnd.promise
      })
      await earlyIsMade.promise
      await cancel(late)
      treeIsFree.resolve()
      await holdingTree
      await waitForBlocked(connection().pool, 'transactionid')
      earlyMayEnd.resolve()
      await canceling

      expect(toOutcome(await closing)).toBe('closed')
      const lines =
        await queryRows(`select 1 from bonus_lines join counted_orders counted on counted.id = counted_order_id
        where order_no in ('${early}', '${late}')`)
      expect(lines).toEqual([])
      expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
    },
  )

  it.runIf(engine === 'postgres')('waits for an uncommitted status change', async () => {
    const present = await createCurrentMonths()
    const release = Promise.withResolvers<void>()
    const isMade = Promise.withResolvers<void>()
    const changing = inTransaction(connection().db, async (trx) => {
      await sql`update users set status = 'suspended' where member_no = 'M1'`.execute(trx)
      isMade.resolve()
      await release.promise
    })
    await isMade.promise
    const closing = closePresent(present)
    await waitForBlocked(connection().pool, 'transactionid')
    release.resolve()
    await changing
    expect(toOutcome(await closing)).toBe('closed')
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it.runIf(engine === 'postgres')(
    'books each cancellation either within the month or as a reversal after it, never both',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0) await createMonths(connection(), { members: 60, ordersPerMonth: 200, months: [march, april] })
        const numbers = await findFirstOrders(12)
        const [closed] = await Promise.all([
          close(march),
          ...numbers.map(async (number, n) => {
            // Before, during and after: a close takes about this long.
            await pause(n * 12)
            return cancelWithRetries(number)
          }),
        ])
        expect(toOutcome(closed)).toBe('closed')
        const counted = await queryRows(`
        select order_no, month_cv_cents, coalesce(sum(amount_cents), 0)::int as paid,
          count(*) filter (where return_id <> 0)::int as reversals
          from counted_orders counted left join bonus_lines line on line.counted_order_id = counted.id
         where remaining_cv_cents = 0 group by 1, 2`)
        expect(counted).toHaveLength(numbers.length)
        for (const { month_cv_cents, paid, reversals } of counted) {
          expect(paid).toBe(0)
          if (month_cv_cents === 0) expect(reversals).toBe(0)
        }
        expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
      }
    },
  )
})
