import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { addBankingDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cents } from '#domain/money/money.ts'
import { cancellationTime, dueDate } from '#domain/orders/due-date.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { StaffChange } from '#domain/orders/status.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { importBankTransactions } from '#server/orders/bank-transactions/import-bank-transactions.ts'
import { setBankTransactionAside } from '#server/orders/bank-transactions/set-bank-transaction-aside.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { correctPayment } from '#server/orders/payments/correct-payment.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { claimPayment } from './claim-payment.ts'
import { listUnpaidPage } from './list-unpaid-page.ts'
import { moveDueDate } from './move-due-date.ts'
import { settleClaim } from './settle-claim.ts'
import { remindAndCancel } from './unpaid.jobs.ts'

const customer: Actor = { kind: 'customer' }
const clerk: Actor = { kind: 'staff', staffId: 1, email: 'clerk@example.com', role: 'clerk' }

databaseTest('an unpaid order', (connection, engine) => {
  const jobs = jobsForSuite(connection)

  async function placeOrder(stock: number | null = null) {
    const { db } = connection()
    const product = await makeProduct(db, { stock })
    const placement = await submit(db, jobs(), { cartOwner: await fillCart(db, [{ id: product.id, quantity: 3 }]) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const order = await findPresentedOrder(db, placement.orderId)
    if (!order?.due_on) throw new Error('it never falls due')
    return { id: placement.orderId, productId: product.id, dueOn: order.due_on, placedAt: Date.parse(order.created_at) }
  }
  const runJob = async (now: Date | number, env = {}) => {
    const { db } = connection()
    return remindAndCancel({ db, jobs: jobs(), settings: await openSettings(db, env) }, new Date(now))
  }
  const getNoon = (day: string) => cancellationTime(addBankingDays(day, -1))
  const change = (id: number, staffChange: StaffChange) =>
    inTransaction(connection().db, (trx) =>
      changeOrder(
        trx,
        { id, change: staffChange, actor: { kind: 'command_line', by: 'test' } },
        createPaymentServices(jobs()),
      ),
    )
  const claim = (orderId: number) =>
    inTransaction(connection().db, (trx) =>
      claimPayment(trx, customer, { orderId, claimant: 'link_holder', method: undefined, note: 'On Friday' }),
    )
  const readMails = async (id: number) => {
    const { rows } = await connection().pool.query(
      `select data ->> 'mail' as mail from pgboss.job where (data ->> 'order_id')::int = $1 order by 1`,
      [id],
    )
    return rows.map(({ mail }) => mail).filter((mail) => mail !== 'order_placed' && mail !== 'order_received')
  }
  const readOrder = async (id: number) => {
    const order = await findPresentedOrder(connection().db, id)
    if (!order) throw new Error(`no order ${id}`)
    return order
  }
  const findListed = async (id: number, which: 'all' | 'overdue', now: Date) => {
    const { data } = await listUnpaidPage(connection().db, { which, now, after: undefined, paymentDays: 7 })
    return data.find(({ order_id }) => order_id === id)
  }
  const readStock = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock

  it('is due seven banking days after it was placed', async () => {
    const { id, dueOn, placedAt } = await placeOrder()
    expect(dueOn).toBe(dueDate(placedAt, 'check', 7))
    expect(await readOrder(id)).toMatchObject({
      due_on: dueOn,
      cancels_at: new Date(cancellationTime(dueOn)).toISOString(),
      claimed_at: null,
    })
    const unpaid = await findListed(id, 'all', new Date(placedAt))
    expect(unpaid).toMatchObject({
      due_on: dueOn,
      reminder: { kind: 'first', on: addBankingDays(shopDayOf(placedAt), 3) },
      hold_reasons: [],
    })
  })

  it.each(['in part', 'in full'])(
    'that was paid %s, and whose payment was reversed, is left to staff until it has a new due date',
    async (howMuch) => {
      const { db } = connection()
      const { id, dueOn } = await placeOrder()
      const shop = createPaymentServices(jobs())
      const total = Math.round((await readOrder(id)).order_total * 100)
      const amountCents = cents(howMuch === 'in full' ? total : total - 100)
      const payment = await inTransaction(db, (trx) =>
        bookPayment(trx, clerk, { orderId: id, amountCents, method: 'quickpay' }, shop),
      )
      if (!payment.ok) throw new Error(payment.refusal.code)
      const correction = { paymentId: payment.paymentId, reason: 'It was for another order.' }
      expect((await inTransaction(db, (trx) => correctPayment(trx, clerk, correction, shop))).ok).toBe(true)
      const overdue = getNoon(addBankingDays(dueOn, 2))
      expect((await runJob(overdue)).canceled).not.toContain(id)
      expect((await findListed(id, 'overdue', new Date(overdue)))?.hold_reasons).toEqual([
        'a payment was reversed and the due date hasn’t been changed',
      ])

      const newDueDate = { orderId: id, dueOn: addBankingDays(dueOn, 5), reason: 'Asked again.', now: new Date() }
      expect(await inTransaction(db, (trx) => moveDueDate(trx, clerk, newDueDate, { paymentDays: 7 }))).toEqual({
        ok: true,
      })
      expect((await runJob(getNoon(addBankingDays(dueOn, 7)))).canceled).toContain(id)
    },
  )

  it('is canceled even if an earlier one fails, which is reported and retried', async () => {
    const { pool } = connection()
    const failingId = await placeOrder()
    const { id, dueOn } = await placeOrder()
    await pool.query(`
      create function refuse_stuck() returns trigger language plpgsql as
        $$ begin raise exception 'order % is stuck', new.id; end $$;
      create trigger stuck before update of status on orders for each row when (new.id = ${failingId.id})
        execute function refuse_stuck()`)
    const overdue = getNoon(addBankingDays(dueOn, 2))
    await expect(runJob(overdue)).rejects.toThrow(`order ${failingId.id} is stuck`)
    expect([(await readOrder(failingId.id)).status, (await readOrder(id)).status]).toEqual(['processing', 'canceled'])
    await pool.query('drop trigger stuck on orders; drop function refuse_stuck')
    expect((await runJob(overdue)).canceled).toContain(failingId.id)
  })

  it('triggers each of its two reminders once, however often the job runs', async () => {
    const { id, dueOn, placedAt } = await placeOrder()
    const placedOn = shopDayOf(placedAt)
    const payment = await placeOrder()
    await change(payment.id, 'paid')
    const claimedOrder = await placeOrder()
    await claim(claimedOrder.id)
    await runJob(getNoon(addBankingDays(placedOn, 2)))
    expect(await readMails(id)).toEqual([])
    for (let n = 0; n < 3; n++) await runJob(getNoon(addBankingDays(placedOn, 3)))
    expect(await readMails(id)).toEqual(['payment_reminder_first'])
    await runJob(getNoon(addBankingDays(placedOn, 4)))
    for (let n = 0; n < 3; n++) await runJob(getNoon(addBankingDays(dueOn, -1)))
    await runJob(getNoon(dueOn))
    expect(await readMails(id)).toEqual(['payment_reminder_first', 'payment_reminder_last'])
    expect(await readMails(payment.id)).toEqual(['order_paid'])
    expect(await readMails(claimedOrder.id)).toEqual([])
    await expect(
      connection().pool.query(`insert into payment_reminders (order_id, kind, due_on) values ($1, 'first', $2)`, [
        id,
        dueOn,
      ]),
    ).rejects.toThrow('payment_reminders_pkey')
  })

  it('is canceled at noon of the first banking day after its due date, and its goods are restocked', async () => {
    const { id, dueOn, productId } = await placeOrder(5)
    expect(await readStock(productId)).toBe(2)
    expect((await runJob(cancellationTime(dueOn) - 1)).canceled).not.toContain(id)
    expect((await runJob(cancellationTime(dueOn), { SHOP_PAYMENT_DAYS: '0' })).canceled).toEqual([])
    expect((await runJob(cancellationTime(dueOn))).canceled).toContain(id)
    expect((await runJob(cancellationTime(dueOn))).canceled).not.toContain(id)
    expect(await readOrder(id)).toMatchObject({ status: 'canceled', cancels_at: null, due_on: dueOn })
    expect(await readStock(productId)).toBe(5)
    expect((await readMails(id)).filter((mail) => mail.startsWith('order'))).toEqual(['order_canceled_unpaid'])
    const { rows } = await connection().pool.query(
      `select changed_by from order_changes where order_id = $1 and change = 'canceled'`,
      [id],
    )
    expect(rows).toEqual([{ changed_by: 'unpaid orders' }])
  })

  it('is never canceled once it is paid', async () => {
    const { id, dueOn } = await placeOrder()
    await change(id, 'paid')
    expect((await runJob(cancellationTime(dueOn) + 30 * 86_400_000)).canceled).not.toContain(id)
    expect(await readOrder(id)).toMatchObject({ status: 'processing', cancels_at: null })
  })

  it('with a probable bank transaction waits for staff until they set the transaction aside', async () => {
    const { db } = connection()
    const [probable, other] = [await placeOrder(), await placeOrder()]
    const now = new Date(cancellationTime(probable.dueOn))
    const imported = await inTransaction(db, (trx) =>
      importBankTransactions(trx, clerk, {
        text: `You received $1.00 from VIKTOR BRANDT, memo ${encodePaymentReference(probable.id)}`,
        kind: 'paste',
      }),
    )
    if (!imported.ok) throw new Error(imported.refusal.code)
    const { canceled } = await runJob(now)
    expect(canceled).toContain(other.id)
    expect(canceled).not.toContain(probable.id)
    const holdReasons = (await findListed(probable.id, 'overdue', now))?.hold_reasons
    expect(holdReasons).toEqual(['a bank payment may match'])
    const bankTransactionId = imported.added[0] as number
    await inTransaction(db, (trx) => setBankTransactionAside(trx, clerk, { bankTransactionId, reason: 'A gift' }))
    expect((await runJob(now)).canceled).toContain(probable.id)
  })

  it('also waits for staff if its bank transaction is imported while the job runs', async () => {
    const { db } = connection()
    const { id, dueOn } = await placeOrder()
    const imported = (text: string) =>
      inTransaction(db, (trx) => importBankTransactions(trx, clerk, { text, kind: 'paste' }))
    await imported('You received $0.77 from NOBODY ATALL, memo thanks')
    let isImported = false
    // After the job has read the open transactions, and before it cancels.
    const watchedDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isImported && result.rows.some((row) => 'bankId' in row)) {
          isImported = true
          await imported(`You received $1.00 from VIKTOR BRANDT, memo ${encodePaymentReference(id)}`)
        }
        return result
      },
    })
    const deps = { db: watchedDb, jobs: jobs(), settings: await openSettings(db, {}) }
    const { canceled } = await remindAndCancel(deps, new Date(cancellationTime(dueOn)))
    expect([isImported, canceled.includes(id)]).toEqual([true, false])
    expect(await readOrder(id)).toMatchObject({ status: 'processing' })
  })

  it('that its customer claims to have paid waits for staff until they settle the claim', async () => {
    const { db } = connection()
    const { id, dueOn } = await placeOrder()
    expect(await claim(id)).toEqual({ ok: true })
    expect(await claim(id)).toEqual({ ok: true })
    const { rows } = await connection().pool.query('select method, note from payment_claims where order_id = $1', [id])
    expect(rows).toEqual([{ method: (await readOrder(id)).payment.payment_type, note: 'On Friday' }])
    expect(await readOrder(id)).toMatchObject({ claimed_at: expect.any(String), cancels_at: null })

    const now = new Date(cancellationTime(dueOn))
    expect((await runJob(now)).canceled).not.toContain(id)
    const staff = () => findListed(id, 'overdue', now)
    expect(await staff()).toMatchObject({ hold_reasons: ['the customer says it’s paid'] })

    const settle = (reason: string) => inTransaction(db, (trx) => settleClaim(trx, clerk, { orderId: id, reason }))
    expect(await settle(' ')).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await settle('No such payment at the bank')).toEqual({ ok: true })
    expect(await settle('Again')).toEqual({ ok: false, refusal: { code: 'no_open_claim' } })
    expect(await staff()).toBeUndefined()
    expect((await runJob(now)).canceled).toContain(id)
    const entries = await connection().pool.query(
      `select actor_kind, action, payload ->> 'reason' as reason from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'order' and subject_id = $1 and action like 'order.%claim%' order by id`,
      [String(id)],
    )
    expect(entries.rows).toEqual([
      { actor_kind: 'customer', action: 'order.payment_claimed', reason: null },
      { actor_kind: 'staff', action: 'order.claim_settled', reason: 'No such payment at the bank' },
    ])
  })

  it('with a payment or packed goods waits for staff', async () => {
    const { pool } = connection()
    const { id, dueOn } = await placeOrder()
    const now = new Date(cancellationTime(dueOn))
    const holdReasons = async () => {
      expect((await runJob(now)).canceled).not.toContain(id)
      return (await findListed(id, 'overdue', now))?.hold_reasons
    }
    await pool.query(`update orders set payment_state = 'partly_paid' where id = $1`, [id])
    expect(await holdReasons()).toEqual(['a payment was received'])
    await pool.query(`update orders set payment_state = 'unpaid', fulfillment_state = 'packed' where id = $1`, [id])
    expect(await holdReasons()).toEqual(['items are packed or handed over'])
    await pool.query(`update orders set fulfillment_state = 'unfulfilled' where id = $1`, [id])
    expect((await runJob(now)).canceled).toContain(id)
  })

  it('loses its claim when it is paid, and accepts none when nothing is due', async () => {
    const { id } = await placeOrder()
    await claim(id)
    await change(id, 'paid')
    expect(await readOrder(id)).toMatchObject({ claimed_at: null })
    expect(await claim(id)).toEqual({ ok: false, refusal: { code: 'nothing_to_pay' } })
    const { rows } = await connection().pool.query('select outcome, ended_by from payment_claims where order_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ outcome: 'paid', ended_by: 'system' }])
    await expect(
      connection().pool.query(`update payment_claims set note = 'Otherwise' where order_id = $1`, [id]),
    ).rejects.toThrow('payment claims are immutable')
    const canceled = await placeOrder()
    await claim(canceled.id)
    await change(canceled.id, 'canceled')
    expect(await claim(canceled.id)).toEqual({ ok: false, refusal: { code: 'nothing_to_pay' } })
    expect(await claim(2_000_000_000)).toEqual({ ok: false, refusal: { code: 'not_found' } })
  })

  it('gets another due date from staff, which reminders and cancellation follow', async () => {
    const { db } = connection()
    const { id, dueOn, placedAt } = await placeOrder()
    const move = (newDueOn: string, reason = 'On holiday', days = 7) =>
      inTransaction(db, (trx) =>
        moveDueDate(
          trx,
          clerk,
          { orderId: id, dueOn: newDueOn, reason, now: new Date(placedAt) },
          { paymentDays: days },
        ),
      )
    const laterDueOn = addBankingDays(dueOn, 10)
    expect(await move(laterDueOn, '')).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await move(dueOn)).toEqual({ ok: false, refusal: { code: 'unchanged' } })
    expect(await move('2020-01-01')).toEqual({ ok: false, refusal: { code: 'date_in_past' } })
    expect(await move(laterDueOn, 'On holiday', 0)).toEqual({ ok: false, refusal: { code: 'due_dates_switched_off' } })
    expect(await move(laterDueOn)).toEqual({ ok: true })
    expect(await readOrder(id)).toMatchObject({ due_on: laterDueOn })
    expect((await runJob(cancellationTime(dueOn))).canceled).not.toContain(id)
    await runJob(getNoon(addBankingDays(laterDueOn, -1)))
    expect(await readMails(id)).toContain('payment_reminder_last')
    expect((await runJob(cancellationTime(laterDueOn))).canceled).toContain(id)
    expect(await move(dueOn)).toEqual({ ok: false, refusal: { code: 'nothing_to_pay' } })
  })

  it.skipIf(engine === 'embedded')('is either paid or canceled when both happen at once', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 50; round++) {
      const { id, dueOn } = await placeOrder()
      const [{ canceled }, payment] = await Promise.all([runJob(cancellationTime(dueOn)), change(id, 'paid')])
      const order = await readOrder(id)
      expect(canceled.includes(id)).toBe(order.status === 'canceled')
      expect(payment.ok).toBe(order.status === 'processing')
      expect(order.payment.paid_at !== null).toBe(payment.ok)
      outcomes.add(order.status)
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  it('passes verify, which reports manual changes in the database', async () => {
    const { db, pool } = connection()
    const { id, dueOn } = await placeOrder()
    const { findings } = await verifyShop(db, tmpdir())
    expect(findings).toEqual([])
    await pool.query('update orders set due_on = due_on + 1 where id = $1', [id])
    expect((await verifyShop(db, tmpdir())).findings).toEqual([expect.stringContaining(`by the rule it is ${dueOn}.`)])
    await pool.query('update orders set due_on = due_on - 1 where id = $1', [id])
  })
})
