import { expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { makeStaff, STAFF_PASSWORD, staffSession } from '#test/staff.ts'

const customer = {
  kind: 'guest',
  first_name: 'Ana',
  last_name: 'Reyes',
  user_email: 'ana@example.com',
  phone_number: '201 555 0100',
}

databaseTest('staff discounts', (connection) => {
  const suite = appForSuite(connection)
  const db = () => connection().db
  let productId: number
  const signedIn = async (role: Role, isReauthenticated = true) => {
    const staff = await makeStaff(db(), role)
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db(), staff.id, isReauthenticated))
    productId ??= (await makeProduct(db(), { priceCents: 10_000, stock: 1000 })).id
    return { ...staff, ...browser }
  }
  type SignedIn = Awaited<ReturnType<typeof signedIn>>
  const goods = (discount?: object) => ({
    type: 'P',
    lines: [{ product_id: productId, quantity: 1 }],
    ...(discount && { discount: { reason: 'A regular', ...discount } }),
  })
  const percent = (value: number) => ({ kind: 'percent', percent: value })
  const amount = (value: number) => ({ kind: 'amount', amount: value })
  const quote = async (staff: SignedIn, discount: object) => {
    const { discount_block_reason, discount_needs_authentication } = (
      await staff.post('/admin/orders/quote', goods(discount))
    ).json()
    return [discount_block_reason, discount_needs_authentication]
  }
  const placeOrder = (staff: SignedIn, discount?: object) =>
    staff.post('/admin/orders/place', { ...goods(discount), payment_type: 'cash', customer })
  const readResponse = async (response: ReturnType<typeof placeOrder>) => {
    const { statusCode, json } = await response
    return statusCode === 201 || statusCode === 200 ? statusCode : [statusCode, json().code]
  }
  const edit = async (staff: SignedIn, orderId: number, changes: object) => {
    const { version: expected_version } = (await staff.get(`/admin/orders/${orderId}.json`)).json()
    return staff.post('/admin/orders/edit', { order_id: orderId, expected_version, reason: 'They called', ...changes })
  }
  const TAKES_MANAGER = expect.stringContaining('needs a manager or an owner')
  const TAKES_OWNER = expect.stringContaining('needs an owner')

  it('are limited for clerks to ten percent, as a percentage or an amount, and a quote shows the limit beforehand', async () => {
    const clerk = await signedIn('clerk')
    expect(await quote(clerk, percent(10))).toEqual([null, false])
    expect(await quote(clerk, percent(10.01))).toEqual([TAKES_MANAGER, false])
    expect(await quote(clerk, amount(100))).toEqual([TAKES_OWNER, false])
    expect(await readResponse(placeOrder(clerk, percent(10)))).toBe(201)
    expect(await readResponse(placeOrder(clerk, amount(10)))).toBe(201)
    expect(await readResponse(placeOrder(clerk, amount(10.01)))).toEqual([403, 'discount_above_role'])
    expect(await readResponse(placeOrder(clerk, percent(100)))).toEqual([403, 'discount_above_role'])
  })

  it('are limited for managers to fifty percent with a recent proof; owners may give more', async () => {
    const [manager, owner] = [await signedIn('manager', false), await signedIn('owner', false)]
    expect(await quote(manager, percent(50))).toEqual([null, true])
    expect(await quote(manager, percent(51))).toEqual([TAKES_OWNER, false])
    expect(await readResponse(placeOrder(manager, percent(5)))).toBe(201)
    expect(await readResponse(placeOrder(manager, percent(50)))).toEqual([403, 'reauthentication_required'])
    expect((await manager.post('/admin/prove', { password: STAFF_PASSWORD })).statusCode).toBe(200)
    expect(await quote(manager, percent(50))).toEqual([null, false])
    expect(await readResponse(placeOrder(manager, percent(50)))).toBe(201)
    expect(await readResponse(placeOrder(manager, percent(51)))).toEqual([403, 'discount_above_role'])
    expect(await readResponse(placeOrder(owner, percent(99)))).toEqual([403, 'reauthentication_required'])
    await owner.post('/admin/prove', { password: STAFF_PASSWORD })
    expect(await readResponse(placeOrder(owner, percent(99)))).toBe(201)
    const refusals = await connection().pool.query(
      `select payload -> 'after' ->> 'why' as why from audit_entries join audit_payloads on entry_id = id
        where action = 'request.denied' and actor_id = $1 order by id`,
      [manager.id],
    )
    expect(refusals.rows.map(({ why: reason }) => reason)).toEqual(['needs a fresh proof', 'discount above the role'])
  })

  it('are limited in edits too: when raised, or when the goods change', async () => {
    const [clerk, owner] = [await signedIn('clerk'), await signedIn('owner')]
    const plainOrderId = (await placeOrder(clerk)).json().id
    expect(await readResponse(edit(clerk, plainOrderId, { discount: { ...amount(60), reason: 'A dent' } }))).toEqual([
      403,
      'discount_above_role',
    ])
    expect(await readResponse(edit(clerk, plainOrderId, { discount: { ...amount(10), reason: 'A dent' } }))).toBe(200)

    const largeOrderId = (await placeOrder(owner, percent(40))).json().id
    const moreGoods = { lines: [{ position: 0, quantity: 9 }] }
    const preview = (await clerk.post('/admin/orders/edit/preview', { order_id: largeOrderId, ...moreGoods })).json()
    expect([preview.discount_block_reason, preview.discount_needs_authentication]).toEqual([TAKES_MANAGER, false])
    expect(await readResponse(edit(clerk, largeOrderId, moreGoods)), 'more goods at the same share').toEqual([
      403,
      'discount_above_role',
    ])
    expect(await readResponse(edit(owner, largeOrderId, moreGoods))).toBe(200)
    expect(await readResponse(edit(clerk, largeOrderId, { lines: [{ position: 0, quantity: 2 }] })), 'fewer').toBe(200)

    const fixed = (
      await owner.post('/admin/orders/place', {
        ...goods({ kind: 'amount', amount: 100 }),
        lines: [{ product_id: productId, quantity: 5 }],
        payment_type: 'cash',
        customer,
      })
    ).json().id
    const fewerGoods = { lines: [{ position: 0, quantity: 2 }] }
    expect(await readResponse(edit(clerk, fixed, fewerGoods)), 'the amount is half of what is left').toEqual([
      403,
      'discount_above_role',
    ])
    expect(await readResponse(edit(owner, fixed, fewerGoods))).toBe(200)
    expect(await readResponse(edit(clerk, fixed, { discount: null }))).toBe(200)
  })
})
