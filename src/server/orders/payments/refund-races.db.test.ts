import { expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { lockApprovals } from '#server/identity/staff/consume-approval.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { postCurrent } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { fillCart, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { bookPayment } from './book-payment.ts'
import { refundPayment } from './refund-payment.ts'

databaseTest('concurrent refunds and approvals', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_REFUND_APPROVAL_ABOVE: '100.00' })
  const db = () => connection().db
  const query = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows

  /** Places an order that is overpaid by $300. */
  async function overpaid(): Promise<number> {
    const { services } = suite()
    const product = await makeProduct(db(), { priceCents: 5000 })
    const placement = await submit(db(), services.jobs, {
      cartOwner: await fillCart(db(), [{ id: product.id, quantity: 1 }]),
    })
    if (!placement.ok) throw new Error(placement.refusal.code)
    const { orderId } = placement
    const bookedRows = await inTransaction(db(), (trx) =>
      bookPayment(
        trx,
        { kind: 'command_line' },
        { orderId, amountCents: cents(35_000), method: 'quickpay', isConfirmed: true },
        services,
      ),
    )
    if (!bookedRows.ok) throw new Error(bookedRows.refusal.code)
    return orderId
  }
  const signedIn = async (role: 'owner' | 'manager') => {
    const staff = await makeStaff(db(), role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), staff.id))
    return { ...staff, ...browser }
  }
  type SignedIn = Awaited<ReturnType<typeof signedIn>>
  const requestRefund = (member: SignedIn, order: number, changes: object = {}) =>
    postCurrent(member, `/admin/orders/${order}/refund`, {
      amount: 300,
      reason: 'Paid too much',
      reference: 'TR-5',
      ...changes,
    })

  it('refund each order once and answer every call', async () => {
    const [owner, manager] = [await signedIn('owner'), await signedIn('manager')]
    const orders: number[] = []
    for (let n = 0; n < (engine === 'postgres' ? 13 : 2); n++) orders.push(await overpaid())
    const approvals: number[] = []
    for (const order of orders) approvals.push((await requestRefund(manager, order)).json().approval_id)
    // Each order's refund is requested twice while it is approved twice.
    const responses = await Promise.all(
      orders.flatMap((order, n) => [
        requestRefund(manager, order),
        owner.post('/admin/approvals/approve', { approval_id: approvals[n] }),
        requestRefund(manager, order),
        owner.post('/admin/approvals/approve', { approval_id: approvals[n] }),
      ]),
    )
    expect(responses.map(({ statusCode }) => statusCode).filter((status) => ![200, 409, 422].includes(status))).toEqual(
      [],
    )
    for (const order of orders) await requestRefund(manager, order)
    const bookedRows = await query(
      `select order_id from payments where kind = 'refunded' and order_id = any($1) order by order_id`,
      [orders],
    )
    expect(bookedRows.map(({ order_id }) => order_id)).toEqual(orders)
  })

  it('are bound to one reference: another one is a different refund', async () => {
    const [owner, manager] = [await signedIn('owner'), await signedIn('manager')]
    const order = await overpaid()
    const first = (await requestRefund(manager, order, { reference: undefined })).json().approval_id
    expect((await owner.post('/admin/approvals/approve', { approval_id: first })).statusCode).toBe(200)
    const second = (await requestRefund(manager, order, { reference: 'to my own account 5' })).json().approval_id
    expect(second).toEqual(expect.any(Number))
    expect(await query('select state from approvals where id = $1', [first])).toEqual([{ state: 'void' }])
    const { approvals } = (await listApprovals(owner)).json()
    const preview = approvals.find(({ id }: { id: number }) => id === second).preview
    expect(preview).toContainEqual({ name: 'reference', value: 'to my own account 5' })
    expect((await owner.post('/admin/approvals/approve', { approval_id: second })).statusCode).toBe(200)
    expect(
      (await requestRefund(manager, order, { reference: 'to my own account 6' })).json().approval_id,
    ).not.toBeNull()
    const thirdApprovalId = (await requestRefund(manager, order)).json().approval_id
    expect((await owner.post('/admin/approvals/approve', { approval_id: thirdApprovalId })).statusCode).toBe(200)
    expect(
      (await requestRefund(manager, order, { reference: ' TR-5 ' })).json().approval_id,
      'spaces do not make a different reference',
    ).toBeNull()
  })

  it.runIf(engine === 'postgres')('lock the approvers before the order, so that they cannot deadlock', async () => {
    const manager = await signedIn('manager')
    await makeStaff(db(), 'owner')
    const order = await overpaid()
    const lockHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const approving = inTransaction(db(), async (trx) => {
      await lockApprovals(trx)
      lockHeld.resolve()
      await release.promise
    })
    await lockHeld.promise
    const refunding = inTransaction(db(), (trx) =>
      refundPayment(
        trx,
        manager.actor,
        { orderId: order, amountCents: cents(30_000), of: 'overpayment', method: 'cash', reason: 'Paid too much' },
        suite().services,
      ),
    )
    await expect.poll(() => query(`select from pg_locks where locktype = 'advisory' and not granted`)).toHaveLength(1)
    // A request that waits for the approvers does not lock an order that an approval needs.
    expect(await query('select id from orders where id = $1 for update nowait', [order])).toHaveLength(1)
    release.resolve()
    await approving
    expect(await refunding).toMatchObject({ ok: true, passed: false })
  })

  const listApprovals = (member: SignedIn) => {
    const browser = browserOf(suite)
    return staffSession(db(), member.id).then((token) => {
      browser.jar.set('staff', token)
      return browser.get('/admin/approvals.json')
    })
  }
})
