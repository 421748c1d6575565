import { expect, it } from 'vitest'
import type { UnpaidOrder } from '#contract/orders/overdue.ts'
import { addBankingDays } from '#domain/calendar/banking-day.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { cancellationTime } from '#domain/orders/due-date.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('orders that wait for payment', (connection) => {
  const suite = appForSuite(connection)
  const clerk = async () => {
    const { id } = await makeStaff(connection().db, 'clerk')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  /** An order of $60, due within seven banking days. */
  async function order() {
    const { db } = connection()
    const product = await makeProduct(db, { priceCents: 2000 })
    const cartOwner = await fillCart(db, [{ id: product.id, quantity: 3 }])
    const placement = await submit(db, suite().services.jobs, { cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId as number
  }
  const list = async (browser: Awaited<ReturnType<typeof clerk>>, query = '') =>
    (await browser.get(`/admin/payments/unpaid.json?${query}`)).json() as {
      data: UnpaidOrder[]
      next: string | null
      switched_off: boolean
    }
  const setDueDate = (id: number, dueDate: string) =>
    connection().pool.query('update orders set due_on = $2 where id = $1', [id, dueDate])
  const claim = (id: number) =>
    connection().pool.query(`insert into payment_claims (order_id, method, note) values ($1, 'check', 'On Friday')`, [
      id,
    ])
  const today = shopDayOf(Date.now())

  it('are listed with their next email, their cancellation date, and why they are on hold', async () => {
    const browser = await clerk()
    const [plainId, partlyPaidId, claimedId, matchedId] = [await order(), await order(), await order(), await order()]
    await postCurrent(browser, `/admin/orders/${partlyPaidId}/payments/book`, { amount: 20 })
    await claim(claimedId)
    const text = `Date,Amount,Memo,Id\n11/20/2026,59.00,${encodePaymentReference(matchedId)},U1\n`
    await browser.post('/admin/bank-transactions/import', { text })

    const { data, next, switched_off } = await list(browser)
    expect([next, switched_off]).toEqual([null, false])
    const findOrder = (id: number) => data.find(({ order_id }) => order_id === id)
    const dueOn = findOrder(plainId)?.due_on as string
    expect(findOrder(plainId)).toMatchObject({
      name: 'Ana Reyes',
      payment_method: 'quickpay',
      payment_state: 'unpaid',
      total: 60,
      balance: 60,
      reminder: { kind: 'first', on: addBankingDays(dueOn, -4) },
      cancels_at: new Date(cancellationTime(dueOn)).toISOString(),
      hold_reasons: [],
      claim: null,
    })
    expect(findOrder(partlyPaidId)).toMatchObject({
      payment_state: 'partly_paid',
      balance: 40,
      cancels_at: null,
      hold_reasons: ['a payment was received'],
    })
    expect(findOrder(claimedId)).toMatchObject({
      reminder: null,
      cancels_at: null,
      hold_reasons: ['the customer says it’s paid'],
      claim: { method: 'check', note: 'On Friday', claimed_at: expect.any(String) },
    })
    expect(findOrder(matchedId)?.hold_reasons).toEqual(['a bank payment may match'])
    // Matches the order's own page.
    const file = (await browser.get(`/admin/orders/${matchedId}.json`)).json()
    expect(file.due.hold_reasons).toEqual(findOrder(matchedId)?.hold_reasons)
  })

  it('are left to staff if they are overdue and on hold, and only then', async () => {
    const browser = await clerk()
    const [heldId, overdueId, notDueId] = [await order(), await order(), await order()]
    const longAgo = addBankingDays(today, -10)
    for (const id of [heldId, overdueId]) await setDueDate(id, longAgo)
    for (const id of [heldId, notDueId]) await claim(id)
    const ids = ({ data }: { data: UnpaidOrder[] }) => data.map(({ order_id }) => order_id)
    const overdue = ids(await list(browser, 'filter=overdue'))
    expect(overdue).toContain(heldId)
    expect(overdue).not.toContain(overdueId)
    expect(overdue).not.toContain(notDueId)
    // Matches the count on the dashboard.
    const { waiting } = (await browser.get('/admin/dashboard.json')).json()
    expect(waiting.find(({ kind }: { kind: string }) => kind === 'overdue')?.count).toBe(overdue.length)

    await postCurrent(browser, `/admin/orders/${heldId}/settle-claim`, { reason: 'Nothing came in' })
    expect(ids(await list(browser, 'filter=overdue'))).not.toContain(heldId)
  })

  it('are found by their customers’ claims, even if they are never due', async () => {
    const browser = await clerk()
    const [cash, quick] = [await order(), await order()]
    // Like an order that is paid at the counter.
    await connection().pool.query('update orders set due_on = null, payment_days = null where id = $1', [cash])
    await claim(cash)
    await claim(quick)
    const { data } = await list(browser, 'filter=claimed')
    expect(data.map(({ order_id }) => order_id).filter((id) => id === cash || id === quick)).toEqual([quick, cash])
    expect(data.find(({ order_id }) => order_id === cash)).toMatchObject({
      due_on: null,
      reminder: null,
      cancels_at: null,
    })
    expect(data.every(({ claim }) => claim !== null)).toBe(true)
  })

  it('are paged without duplicates or gaps, however many are due on one day', async () => {
    const browser = await clerk()
    const placedIds: number[] = []
    for (let n = 0; n < 52; n++) placedIds.push(await order())
    const listedIds: number[] = []
    let after: string | null = ''
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(browser, after === '' ? '' : `after=${after}`)
      listedIds.push(...page.data.map(({ order_id }) => order_id))
      expect(page.data.length).toBeLessThanOrEqual(50)
      after = page.next
    } while (after !== null)
    expect(new Set(listedIds).size).toBe(listedIds.length)
    expect(listedIds).toEqual(expect.arrayContaining(placedIds))
    for (const invalid of [
      'x',
      '2026-02-31.1',
      '2026-03-01',
      '2026-03-01.1.1',
      '0000-01-01.1',
      '2026-03-01.99999999999',
    ])
      expect([invalid, (await browser.get(`/admin/payments/unpaid.json?after=${invalid}`)).statusCode]).toEqual([
        invalid,
        422,
      ])
    expect((await browser.get('/admin/payments/unpaid.json?filter=some')).statusCode).toBe(422)
  })

  it('state that nothing happens automatically when the shop has switched it off', async () => {
    const browser = await clerk()
    const id = await order()
    await setDueDate(id, addBankingDays(today, -20))
    await connection().pool.query(`insert into settings (key, value) values ('payment_days', '0')`)
    await suite().services.settings.reload()
    const { data, switched_off } = await list(browser)
    expect(switched_off).toBe(true)
    expect(data.find(({ order_id }) => order_id === id)).toMatchObject({
      reminder: null,
      cancels_at: null,
      hold_reasons: [],
    })
  })
})
