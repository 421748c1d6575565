import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { PlaceOrder } from '#contract/checkout/calls.ts'
import { monthOf } from '#domain/calendar/month.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { listNearMatches } from './near-matches.ts'

const stranger = { first_name: 'Bea', last_name: 'Kim', user_email: 'bea@example.com', phone_number: '(212) 555-0199' }
const elsewhere = { ...deliveryForm.shipping, ...stranger, address_1: '7 Oak Lane', address_2: '' }
const pickupFormWith = (overrides: Partial<PlaceOrder>): PlaceOrder =>
  ({ ...pickupForm, ...stranger, ...overrides }) as PlaceOrder
const deliveryFormWith = (shipping: object, overrides: object = {}): PlaceOrder =>
  ({ ...deliveryForm, ...stranger, ...overrides, shipping: { ...elsewhere, ...shipping } }) as PlaceOrder

databaseTest('guest orders with a member’s referral code', (connection) => {
  const jobs = jobsForSuite(connection)
  const changeStatus = (id: number, status: 'paid' | 'completed') =>
    inTransaction(connection().db, (trx) =>
      changeOrder(
        trx,
        { id, change: status, actor: { kind: 'command_line', by: 'test' } },
        createPaymentServices(jobs()),
      ),
    )

  async function createMemberWith() {
    const { id, email } = await makeUser(connection().db)
    await connection().pool.query(
      `insert into user_addresses (user_id, first_name, last_name, phone_number, address_1, address_2, city, state, zip)
       values ($1, 'Ana', 'Reyes', '1', '48 Dean Street', 'Unit 3', 'Englewood', 'NJ', '07631')`,
      [id],
    )
    await connection().pool.query(`update users set phone_number = '(201) 555-0142' where id = $1`, [id])
    return { id, email }
  }
  async function complete(creditedUserId: UserId, form: PlaceOrder, before?: (orderId: number) => Promise<unknown>) {
    const { db } = connection()
    const cartOwner = await fillCart(db, [await makeProduct(db)])
    const placed = await submit(db, jobs(), { cartOwner, form, creditedUserId })
    if (!placed.ok) throw new Error(placed.refusal.code)
    await changeStatus(placed.orderId, 'paid')
    await before?.(placed.orderId)
    expect(await changeStatus(placed.orderId, 'completed')).toEqual({ ok: true })
    return placed.orderId
  }
  const isCustomer = async (orderId: number) =>
    (await connection().pool.query('select customer from counted_orders where order_id = $1', [orderId])).rows[0]
      .customer

  it('count as personal if email, phone or delivery address match, and as a customer’s otherwise', async () => {
    const { id, email } = await createMemberWith()
    expect(await isCustomer(await complete(id, pickupFormWith({})))).toBe(true)
    expect(await isCustomer(await complete(id, pickupFormWith({ user_email: email })))).toBe(false)
    expect(await isCustomer(await complete(id, pickupFormWith({ phone_number: '+1 201 555 0142' })))).toBe(false)
    expect(await isCustomer(await complete(id, deliveryFormWith({ address_1: '48 dean st #3' })))).toBe(false)
    expect(await isCustomer(await complete(id, deliveryFormWith({})))).toBe(true)
    expect(await isCustomer(await complete(id, deliveryFormWith({ phone_number: '2015550142' })))).toBe(false)
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('keep the kind decided at completion, regardless of later changes', async () => {
    const { id, email } = await createMemberWith()
    const address = (line: string) => (orderId: number) =>
      connection().pool.query(
        `insert into user_addresses (user_id, first_name, last_name, phone_number, address_1, city, state, zip)
         select $1, first_name, last_name, '1', $2, city, state, zip from order_addresses where order_id = $3`,
        [id, line, orderId],
      )
    // Saved between placement and completion: personal.
    const personalOrder = await complete(id, deliveryFormWith({ address_1: '1 Birch Road' }), address('1 Birch Rd'))
    const customers = await complete(id, deliveryFormWith({ address_1: '2 Birch Road' }))
    await address('2 Birch Road')(customers)
    const asMember = await complete(id, pickupFormWith({ user_email: email }))
    await connection().pool.query(`update users set email = 'moved@example.com' where id = $1`, [id])
    expect(await Promise.all([personalOrder, customers, asMember].map(isCustomer))).toEqual([false, true, false])
    await expect(
      connection().pool.query('update counted_orders set customer = false where order_id = $1', [customers]),
    ).rejects.toThrow()
  })

  it('are listed for staff if they nearly match, and still count as a customer’s', async () => {
    const { id, email } = await createMemberWith()
    const { rows } = await connection().pool.query('select member_no from users where id = $1', [id])
    const near = [
      await complete(id, pickupFormWith({ user_email: email.replace('@', '+shop@') })),
      await complete(id, deliveryFormWith({ address_1: '48 Dean Street' }, { last_name: 'Reyes' })),
    ]
    await complete(id, pickupFormWith({ user_email: email }))
    await complete(id, deliveryFormWith({}))
    expect(await Promise.all(near.map(isCustomer))).toEqual([true, true])
    const listed = []
    for await (const match of listNearMatches(connection().db, monthOf(Date.now()))) listed.push(match)
    const memberNo = rows[0].member_no
    expect(listed.filter((match) => match.memberNo === memberNo)).toEqual([
      { orderNo: String(near[0]), memberNo, why: ['email_variant'] },
      { orderNo: String(near[1]), memberNo, why: ['same_building', 'name_and_zip'] },
    ])
  })
})
