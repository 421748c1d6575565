import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#domain/money/money.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { findOrderVersions } from '#server/orders/order-versions.ts'
import { bookPayment } from '#server/orders/payments/book-payment.ts'
import { findPlacedOrder, findPresentedOrder } from '#server/orders/read-order.ts'
import { reinstateOrder } from '#server/orders/reinstate-order.ts'
import { writeEditedMail } from '#server/orders/write-edited-mail.ts'
import { makeSigner } from '#server/platform/crypto/signer.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import type { Services } from '#server/platform/services.ts'
import { address } from '#test/address.ts'
import { findOrderVersion } from '#test/current-version.ts'
import { databaseTest } from '#test/database.ts'
import { clerk, createOrderEdits } from '#test/edits.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { verifyAfterDamage } from '#test/verify-after-damage.ts'
import { setTaxRate } from './set-tax-rate.ts'

databaseTest('an order edit', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const { edit, plan: previewEdit, readEdition } = createOrderEdits(connection, jobs)
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(connection().db, work)
  const taxFromToday = (milliPercent: number) =>
    run((trx) =>
      setTaxRate(trx, clerk, {
        state: 'NJ',
        zipPrefix: '',
        milliPercent,
        onGoods: true,
        onShipping: false,
        fromDate: undefined,
      }),
    )
  const createProduct = (traits: Parameters<typeof makeProduct>[1] = {}) => makeProduct(connection().db, traits)
  async function placeOrder(quantities: { id: number; quantity?: number }[], form?: typeof deliveryForm) {
    const placement = await submit(connection().db, jobs(), {
      ...(form && { form }),
      cartOwner: await fillCart(connection().db, quantities),
    })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const readOrder = async (id: number) => {
    const order = await findPresentedOrder(connection().db, id)
    if (!order) throw new Error(`no order ${id}`)
    return order
  }
  const readLines = async (id: number) =>
    (await readOrder(id)).products.map(({ id, quantity, price }) => [id, quantity, price])
  const readStock = async (id: number) =>
    (await connection().pool.query('select stock from products where id = $1', [id])).rows[0].stock
  const pay = (orderId: number, dollars: number) =>
    run((trx) =>
      bookPayment(
        trx,
        clerk,
        { orderId, amountCents: cents(dollars * 100), method: 'cash' },
        createPaymentServices(jobs()),
      ),
    )
  const cancel = (id: number) =>
    run((trx) => changeOrder(trx, { id, change: 'canceled', actor: clerk }, createPaymentServices(jobs())))
  const readMails = async (id: number) => {
    const { rows } = await connection().pool.query(
      `select data from pgboss.job where (data ->> 'order_id')::int = $1 and data ->> 'mail' = 'order_edited' order by created_on`,
      [id],
    )
    return rows.map(({ data }) => data.replaced_version)
  }
  const findings = async () => (await verifyShop(connection().db, tmpdir())).findings

  beforeAll(async () => {
    await connection().pool.query(
      `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
       values ('NJ', '', 7000, true, false, '2020-01-01')`,
    )
  })

  it('keeps the prices of existing lines, adds new ones at current prices, and stores the previous version', async () => {
    const oil = await createProduct({ name: 'Oil', priceCents: 2000, pv: 20, stock: 10 })
    const mask = await createProduct({ name: 'Mask', priceCents: 1500, pv: 12, stock: 10 })
    const brush = await createProduct({ name: 'Brush', priceCents: 500, pv: 0, stock: 10 })
    const id = await placeOrder([
      { id: oil.id, quantity: 2 },
      { id: mask.id, quantity: 3 },
    ])
    const before = await readOrder(id)
    await connection().pool.query('update products set price_cents = price_cents + 100 where id = any($1)', [
      [oil.id, brush.id],
    ])
    const edited = await edit(id, {
      changes: {
        lines: [
          { productId: oil.id, quantity: 5 },
          { position: 1, quantity: 0 },
          { productId: brush.id, quantity: 2 },
        ],
      },
    })
    expect(edited).toEqual({ ok: true, edition: 2, totalCents: 11_200, differenceCents: 2_700 })
    expect(await readLines(id)).toEqual([
      [oil.id, 5, 20],
      [brush.id, 2, 6],
    ])
    expect(await readOrder(id)).toMatchObject({
      order_total: 112,
      pv: 100,
      due_on: before.due_on,
      payment_state: 'unpaid',
    })
    expect(await Promise.all([oil, mask, brush].map((one) => readStock(one.id)))).toEqual([5, 10, 8])
    const versions = await findOrderVersions(connection().db, id)
    expect(versions?.replaced).toMatchObject([
      {
        version: 1,
        total_cents: 8500,
        replaced_by: 'clerk@example.com',
        reason: 'The customer called.',
        snapshot: {
          total_cents: 8500,
          address: null,
          lines: [
            { position: 0, quantity: 2 },
            { position: 1, name: 'Mask', quantity: 3, pv: 36 },
          ],
        },
      },
    ])
    expect(versions?.present).toMatchObject({ version: 2, snapshot: { lines: [{ position: 0 }, { position: 2 }] } })
    expect((await readOrder(id)).events).toMatchObject([{ event: 'edited' }])
    // A position is never reused, even if its line is gone.
    await edit(id, { changes: { lines: [{ position: 2, quantity: 0 }] } })
    await edit(id, { changes: { lines: [{ productId: mask.id, quantity: 1 }] } })
    expect((await findOrderVersions(connection().db, id))?.present).toMatchObject({
      version: 4,
      snapshot: { lines: [{ position: 0 }, { position: 3 }] },
    })
    expect(await findings()).toEqual([])
  })

  it('is in the audit log and mailed with the difference', async () => {
    const { id: productId } = await createProduct()
    const id = await placeOrder([{ id: productId, quantity: 2 }])
    await edit(id, { changes: { lines: [{ productId, quantity: 1 }] } })
    const { rows } = await connection().pool.query(
      `select actor_name, payload from audit_entries join audit_payloads on entry_id = id
        where action = 'order.edited' and subject_id = $1`,
      [String(id)],
    )
    expect(rows).toMatchObject([
      {
        actor_name: 'clerk@example.com',
        payload: {
          before: { version: 1, total_cents: 2000, lines: [{ quantity: 2 }] },
          after: { version: 2, total_cents: 1000, lines: [{ quantity: 1 }] },
          reason: 'The customer called.',
        },
      },
    ])
    expect(Object.keys(rows[0].payload.after).sort()).toEqual(['lines', 'total_cents', 'version'])
    expect(await readMails(id)).toEqual([1])
    const order = await findPlacedOrder(connection().db, makeSigner('secret'), id)
    if (!order) throw new Error('no order')
    const { settings } = createPaymentServices(jobs())
    const services = { db: connection().db, settings, config: { publicUrl: 'https://shop.example' } } as Services
    const mail = composeMail(await writeEditedMail(services, order, 1))
    expect(mail.subject).toBe(`Your order ${id} was updated`)
    expect(mail.text).toContain('The total is now $10.00, $10.00 less than before.')
  })

  it('uses the tax rates of the order’s day, and requotes shipping only for a different destination or method', async () => {
    const { id: productId } = await createProduct({ priceCents: 10_000 })
    const id = await placeOrder([{ id: productId }], deliveryForm)
    const before = await readOrder(id)
    expect(before).toMatchObject({ tax: 7, insurance: 3.4 })
    await connection().pool.query(
      `update orders set created_at = created_at - interval '3 days', due_on = null, payment_days = null where id = $1`,
      [id],
    )
    await taxFromToday(8000)
    await connection().pool.query('update shipping_rates set base_cents = base_cents + 100')

    const discount = { kind: 'amount', amountCents: cents(1000), reason: 'A dent' } as const
    expect(await edit(id, { changes: { discount: discount } })).toMatchObject({ ok: true })
    expect(await readOrder(id)).toMatchObject({ discount: 10, tax: 6.3, shipping_price: before.shipping_price })
    expect(await edit(id, { changes: { lines: [{ productId, quantity: 2 }] } })).toMatchObject({ ok: true })
    const heavierOrder = await readOrder(id)
    expect(heavierOrder).toMatchObject({ sub_total: 200, discount: 10, tax: 13.3 })
    expect(heavierOrder.shipping_price).toBeGreaterThan(before.shipping_price + 0.99)

    const newAddress = { ...address, state: 'NY', zip: '10001' }
    const newDelivery = { type: 'D', address: newAddress, shippingMethod: 'ground' } as const
    expect(await edit(id, { changes: { delivery: newDelivery, discount: null } })).toMatchObject({ ok: true })
    expect(await readOrder(id)).toMatchObject({
      discount: 0,
      tax: 0,
      addresses: [{ zip: '10001', company: address.company }],
    })
    expect(await edit(id, { changes: { delivery: { type: 'P' } } })).toMatchObject({ ok: true, edition: 5 })
    expect(await readOrder(id)).toMatchObject({ type: 'P', order_total: 200, insurance: 0, addresses: [] })
    const home = { type: 'D', address, shippingMethod: 'ground' } as const
    expect(await edit(id, { changes: { delivery: home } })).toMatchObject({ ok: true, edition: 6 })
    expect(await readOrder(id)).toMatchObject({ type: 'D', tax: 14 })
    expect(await findings()).toEqual([])
    await connection().pool.query('update shipping_rates set base_cents = base_cents - 100')
  })

  it('applies a percentage discount, or an amount, to the new lines', async () => {
    const { id: productId } = await createProduct({ priceCents: 3333 })
    const id = await placeOrder([{ id: productId, quantity: 2 }])
    const percent = { kind: 'percent', milliPercent: 12_500, reason: 'A salon' } as const
    await edit(id, { changes: { discount: percent } })
    expect(await readOrder(id)).toMatchObject({ discount: 8.33, discount_percent: 12.5 })
    await edit(id, { changes: { lines: [{ productId, quantity: 3 }] } })
    expect(await readOrder(id)).toMatchObject({ discount: 12.5, discount_percent: 12.5 })
    expect(await edit(id, { changes: { discount: { ...percent } } })).toEqual({
      ok: false,
      refusal: { code: 'edit_unchanged' },
    })
    const amount = { kind: 'amount', amountCents: cents(5000), reason: 'A salon' } as const
    await edit(id, { changes: { discount: amount } })
    expect(await edit(id, { changes: { lines: [{ productId, quantity: 1 }] } })).toEqual({
      ok: false,
      refusal: { code: 'discount_over_sub_total', subTotalCents: 3333 },
    })
  })

  it('updates amount due and payment state of unpaid, paid and overpaid orders', async () => {
    const { id: productId } = await createProduct()
    const id = await placeOrder([{ id: productId, quantity: 2 }])
    const setQuantity = (quantity: number) => edit(id, { changes: { lines: [{ productId, quantity }] } })
    const state = async () => {
      const { payment_state, balance, payment } = await readOrder(id)
      return [payment_state, balance, payment.paid_at !== null]
    }
    await pay(id, 20)
    expect(await state()).toEqual(['paid', 0, true])
    await setQuantity(3)
    expect(await state()).toEqual(['partly_paid', 10, false])
    await setQuantity(1)
    expect(await state()).toEqual(['overpaid', -10, true])
    await setQuantity(2)
    expect(await state()).toEqual(['paid', 0, true])
    await cancel(id)
    expect(await state()).toMatchObject(['overpaid', -20, expect.anything()])
    expect(await findings()).toEqual([])
  })

  it('is refused when not allowed, with nothing written', async () => {
    const { id: productId } = await createProduct({ name: 'Serum', stock: 5 })
    const id = await placeOrder([{ id: productId, quantity: 3 }])
    const refusal = async (...overrides: Parameters<typeof edit>) => {
      const result = await edit(...overrides)
      return result.ok ? 'done' : result.refusal
    }
    const setQuantity = (quantity: number) => ({ changes: { lines: [{ productId, quantity }] } })
    expect(await refusal(2_000_000_000, setQuantity(1))).toEqual({ code: 'not_found' })
    expect(await refusal(id, { ...setQuantity(1), reason: ' ' })).toEqual({ code: 'reason_required' })
    expect(await refusal(id, { ...setQuantity(1), expectedVersion: 'another' })).toEqual({ code: 'stale' })
    expect(await refusal(id, setQuantity(6))).toEqual({ code: 'not_available', productName: 'Serum', remaining: 2 })
    expect(await refusal(id, setQuantity(3))).toEqual({ code: 'edit_unchanged' })
    expect(await refusal(id, { ...setQuantity(4), reviewedCents: cents(3999) })).toEqual({
      code: 'total_changed',
      reviewedCents: 3999,
      totalCents: 4000,
    })
    expect(await refusal(id, setQuantity(1), { minimumSubTotalCents: 2000 })).toEqual({
      code: 'under_minimum',
      minimumCents: 2000,
    })
    // The order was below the minimum before, so raising it is allowed.
    expect(await refusal(id, { ...setQuantity(4), reviewedCents: cents(4000) }, { minimumSubTotalCents: 9000 })).toBe(
      'done',
    )
    expect(await refusal(id, { changes: { lines: [{ productId: 2_000_000_000, quantity: 1 }] } })).toEqual({
      code: 'product_not_found',
      productId: 2_000_000_000,
    })
    const unknownStateDelivery = { type: 'D', address: { ...address, state: 'XX' }, shippingMethod: 'ground' } as const
    expect(await refusal(id, { changes: { delivery: unknownStateDelivery } })).toEqual({ code: 'state_not_found' })
    const unknownMethodDelivery = { type: 'D', address, shippingMethod: 'pigeon' } as const
    expect(await refusal(id, { changes: { delivery: unknownMethodDelivery } })).toEqual({ code: 'method_not_offered' })
    expect([await readStock(productId), await readEdition(id), await readMails(id)]).toEqual([1, 2, [1]])

    await run((trx) => packOrder(trx, clerk, { orderId: id, lines: [{ position: 0, quantity: 1 }] }))
    expect(await refusal(id, setQuantity(2))).toEqual({ code: 'already_packed' })
    const other = await placeOrder([{ id: (await createProduct()).id }])
    await cancel(other)
    expect(await refusal(other, setQuantity(2))).toEqual({ code: 'not_possible', from: 'canceled' })
    await run((trx) => reinstateOrder(trx, clerk, { id: other, reason: 'Paid late' }, createPaymentServices(jobs())))
    expect(await refusal(other, { changes: { lines: [{ position: 0, quantity: 2 }] } })).toBe('done')
    expect(await findings()).toEqual([])
  })

  it('can be previewed without writing', async () => {
    const { id: productId } = await createProduct({ stock: 5 })
    const id = await placeOrder([{ id: productId, quantity: 3 }])
    const planned = await previewEdit(id, { changes: { lines: [{ productId, quantity: 4 }] } })
    expect(planned.ok && planned.next.price.totals.totalCents).toBe(4000)
    expect([await readStock(productId), await readEdition(id)]).toEqual([2, 1])
  })

  it('keeps a line whose product is gone, and can swap a package for its component', async () => {
    const removedProduct = await createProduct({ name: 'Gone' })
    const jar = await createProduct({ stock: 4 })
    const kit = await createProduct({ contents: [{ productId: jar.id, quantity: 2 }] })
    const id = await placeOrder([{ id: removedProduct.id }, { id: kit.id, quantity: 2 }])
    expect(await readStock(jar.id)).toBe(0)
    await connection().pool.query('delete from products where id = $1', [removedProduct.id])
    const swapped = await edit(id, {
      changes: {
        lines: [
          { productId: kit.id, quantity: 0 },
          { productId: jar.id, quantity: 3 },
        ],
      },
    })
    expect(swapped).toMatchObject({ ok: true })
    expect([await readStock(jar.id), await readLines(id)]).toMatchObject([
      1,
      [
        [null, 1, 10],
        [jar.id, 3, 10],
      ],
    ])
    expect(await edit(id, { changes: { lines: [{ position: 0, quantity: 2 }] } })).toEqual({
      ok: false,
      refusal: { code: 'line_product_deleted', position: 0 },
    })
    const sent = { type: 'D', address, shippingMethod: 'ground' } as const
    expect(await edit(id, { changes: { delivery: sent } })).toMatchObject({ refusal: { code: 'line_product_deleted' } })
    expect(await findings()).toEqual([])
  })

  it('leaves immutable versions and taxes, and verify detects tampering', async () => {
    const { id: productId } = await createProduct({ priceCents: 10_000 })
    const id = await placeOrder([{ id: productId }], deliveryForm)
    await edit(id, { changes: { lines: [{ productId, quantity: 2 }] } })
    const { pool } = connection()
    const expectRefused = (statement: string) => expect(pool.query(statement)).rejects.toThrow
    await expectRefused(`update order_versions set reason = 'x' where order_id = ${id}`)(/append-only/)
    await expectRefused(`delete from order_versions where order_id = ${id}`)(/append-only/)
    await expectRefused(`delete from order_taxes where order_id = ${id}`)(/never change/)
    await expectRefused(`update orders set version = version + 1 where id = ${id}`)(/is not stored/)
    await expectRefused(`update orders set version = version - 1 where id = ${id}`)(/is not stored/)
    await expectRefused(`insert into order_versions (order_id, version, snapshot, total_cents, replaced_by, reason)
      values (${id}, 1, '{}', 0, 'x', 'x')`)(/only the current version/)
    const after = (damage: string) => verifyAfterDamage(connection(), tmpdir(), damage)
    expect(await after(`delete from order_versions where order_id = ${id}`)).toEqual([
      `Order ${id} is version 2, but 0 versions before it are kept.`,
    ])
    expect(await after(`update order_versions set total_cents = 1 where order_id = ${id}`)).toHaveLength(1)
    expect(
      await after(
        `update order_versions set snapshot = jsonb_set(snapshot, '{tax_cents}', '1') where order_id = ${id}`,
      ),
    ).toContainEqual(expect.stringMatching(/^Version 1\. Order \d+: the tax is \$0\.01/))
    expect(await after(`update order_taxes set version = 1 where order_id = ${id}`)).toEqual([
      `Order ${id} is version 2, and has taxes of version 1.`,
    ])
    expect(await after(`delete from order_changes where order_id = ${id} and change = 'edited'`)).toHaveLength(1)
  })

  describe.runIf(engine === 'postgres')('under concurrency', () => {
    it('succeeds for one of fifty clerks who edit the same version', async () => {
      const { id: productId } = await createProduct({ stock: 500 })
      const id = await placeOrder([{ id: productId }])
      const expectedVersion = await findOrderVersion(connection().db, id)
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          edit(id, { expectedVersion, changes: { lines: [{ productId, quantity: i + 2 }] } }),
        ),
      )
      const created = results.flatMap((result, i) => (result.ok ? [i + 2] : []))
      expect(created).toHaveLength(1)
      expect(results.filter((result) => !result.ok).map((result) => !result.ok && result.refusal)).toEqual(
        Array.from({ length: 49 }, () => ({ code: 'stale' })),
      )
      expect([await readLines(id), await readStock(productId)]).toEqual([
        [[productId, created[0], 10]],
        500 - (created[0] ?? 0),
      ])
    })

    it('can swap two products fifty times concurrently without a deadlock', async () => {
      const [a, b] = [await createProduct({ stock: 60 }), await createProduct({ stock: 60 })]
      const ids = await Promise.all(
        Array.from({ length: 25 }, () => placeOrder([{ id: a.id }])).concat(
          Array.from({ length: 25 }, () => placeOrder([{ id: b.id }])),
        ),
      )
      const results = await Promise.all(
        ids.map((id, i) => {
          const [from, to] = i < 25 ? [a, b] : [b, a]
          return edit(id, {
            changes: {
              lines: [
                { productId: from.id, quantity: 0 },
                { productId: to.id, quantity: 1 },
              ],
            },
          })
        }),
      )
      expect(results.every(({ ok }) => ok)).toBe(true)
      expect([await readStock(a.id), await readStock(b.id)]).toEqual([35, 35])
    })

    it('concurrent with a payment leaves a balance that reflects both', async () => {
      const { id: productId } = await createProduct()
      for (let round = 0; round < 20; round++) {
        const id = await placeOrder([{ id: productId, quantity: 2 }])
        const [edited, paid] = await Promise.all([
          edit(id, { changes: { lines: [{ productId, quantity: 3 }] } }),
          pay(id, 20),
        ])
        expect([edited.ok, paid.ok]).toEqual([true, true])
        expect(await readOrder(id)).toMatchObject({ payment_state: 'partly_paid', balance: 10 })
      }
    })

    it('concurrent with packing leaves the packed goods equal to the ordered goods', async () => {
      const { id: productId } = await createProduct()
      for (let round = 0; round < 20; round++) {
        const id = await placeOrder([{ id: productId, quantity: 3 }])
        const [edited, packed] = await Promise.all([
          edit(id, { changes: { lines: [{ productId, quantity: 2 }] } }),
          run((trx) => packOrder(trx, clerk, { orderId: id })),
        ])
        expect(packed.ok).toBe(true)
        if (!edited.ok) expect(edited.refusal).toEqual({ code: 'already_packed' })
        expect(packed.ok && packed.lines).toEqual([{ position: 0, quantity: edited.ok ? 2 : 3 }])
      }
      expect(await findings()).toEqual([])
    })
  })
})
