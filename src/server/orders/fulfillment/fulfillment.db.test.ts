import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { StaffChange } from '#domain/orders/status.ts'
import type { Actor } from '#server/identity/audit/actor.ts'
import { verifyShop } from '#server/operations/verify/verify-shop.ts'
import { changeOrder } from '#server/orders/change-order.ts'
import { findPresentedOrder } from '#server/orders/read-order.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm, pickupForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { deliverOrder } from './deliver-order.ts'
import { handOverRemaining, isHandedOver } from './hand-over.ts'
import { packOrder } from './pack-order.ts'
import { pickUpOrder } from './pick-up-order.ts'
import { readyForPickup } from './ready-for-pickup.ts'
import { shipOrder } from './ship-order.ts'
import { voidShipment } from './void-shipment.ts'

const clerk: Actor = { kind: 'staff', staffId: 7, email: 'clerk@example.com', role: 'clerk' }
const UPS = '1Z999AA10123456784'

databaseTest('fulfillment', (connection, engine) => {
  const jobs = jobsForSuite(connection)
  const run = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(connection().db, work)

  async function placeOrder(type: 'D' | 'P' = 'D', quantities = [3, 1]): Promise<number> {
    const { db } = connection()
    const cartItems = []
    for (const quantity of quantities) cartItems.push({ id: (await makeProduct(db)).id, quantity })
    const form = type === 'D' ? deliveryForm : pickupForm
    const placement = await submit(db, jobs(), { form, cartOwner: await fillCart(db, cartItems) })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const queryRows = async (text: string, values: unknown[] = []) => (await connection().pool.query(text, values)).rows
  const readState = async (id: number) =>
    (await queryRows('select fulfillment_state from orders where id = $1', [id]))[0].fulfillment_state
  const readMails = (id: number) =>
    queryRows(
      `select data->>'mail' as mail, (data->>'shipment_id')::int as shipment from pgboss.job
        where name = 'mail' and (data->>'order_id')::int = $1 and data ? 'shipment_id' order by created_on`,
      [id],
    )
  const readActions = (id: number) =>
    queryRows(
      `select action, actor_name as by from audit_entries join audit_payloads on entry_id = id
        where subject_kind = 'order' and subject_id = $1 and action like 'shipment.%' order by id`,
      [String(id)],
    )
  const change = (id: number, staffChange: StaffChange) =>
    run((trx) => changeOrder(trx, { id, change: staffChange, actor: clerk }, createPaymentServices(jobs())))
  const pack = (orderId: number, lines?: { position: number; quantity: number }[]) =>
    run((trx) => packOrder(trx, clerk, { orderId, lines }))
  const packAndGetId = async (orderId: number, lines?: { position: number; quantity: number }[]) => {
    const result = await pack(orderId, lines)
    if (!result.ok) throw new Error(result.refusal.code)
    return result.shipmentId
  }
  const ship = (orderId: number, overrides: Partial<Parameters<typeof shipOrder>[2]> = {}) =>
    run((trx) => shipOrder(trx, clerk, { orderId, ...overrides }, createPaymentServices(jobs())))
  const readError = async (text: string, values: unknown[] = []): Promise<string> => {
    try {
      await connection().pool.query(text, values)
      return 'done'
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? (error as Error).message
    }
  }

  it('an order ships and arrives in parts, and its progress is visible to everyone', async () => {
    const id = await placeOrder()
    expect(await readState(id)).toBe('unfulfilled')
    const first = await packAndGetId(id, [{ position: 0, quantity: 2 }])
    expect(await readState(id)).toBe('partly_packed')
    expect(await ship(id, { trackingNumber: '1z 999 aa1 01 2345 6784' })).toMatchObject({
      ok: true,
      shipmentId: first,
      carrier: 'ups',
      isPaid: false,
    })
    expect(await readState(id)).toBe('partly_shipped')
    const secondShipment = await ship(id)
    expect(secondShipment).toMatchObject({
      ok: true,
      carrier: 'other',
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
    })
    expect(await readState(id)).toBe('shipped')
    expect(await isHandedOver(connection().db, id)).toBe(true)
    expect(
      await run((trx) => deliverOrder(trx, clerk, { orderId: id, shipmentId: first }, createPaymentServices(jobs()))),
    ).toMatchObject({ ok: true })
    expect(await readState(id)).toBe('partly_delivered')
    expect(await run((trx) => deliverOrder(trx, clerk, { orderId: id }, createPaymentServices(jobs())))).toMatchObject({
      ok: true,
    })
    expect(await readState(id)).toBe('delivered')

    const order = await findPresentedOrder(connection().db, id)
    expect(order).toMatchObject({
      fulfillment_state: 'delivered',
      shipments: [
        {
          id: first,
          kind: 'delivery',
          state: 'delivered',
          carrier: 'ups',
          tracking_number: UPS,
          tracking_url: `https://www.ups.com/track?tracknum=${UPS}`,
          picked_up_by: null,
          lines: [{ line: 0, name: order?.products[0]?.name, quantity: 2 }],
        },
        { carrier: 'other', tracking_number: null, tracking_url: null, lines: [{ line: 0 }, { line: 1 }] },
      ],
    })
    expect(Date.parse(order?.shipments[0]?.shipped_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await readMails(id)).map(({ mail }) => mail)).toEqual(['order_shipped', 'order_shipped'])
    expect(await readActions(id)).toEqual(
      ['packed', 'shipped', 'packed', 'shipped', 'delivered', 'delivered'].map((step) => ({
        action: `shipment.${step}`,
        by: 'clerk@example.com',
      })),
    )
  })

  it('a step that was already taken is reported and not repeated', async () => {
    const id = await placeOrder()
    const shipmentId = await packAndGetId(id)
    expect(await pack(id)).toEqual({ ok: false, refusal: { code: 'nothing_open' } })
    expect(
      await run((trx) => deliverOrder(trx, clerk, { orderId: id, shipmentId }, createPaymentServices(jobs()))),
    ).toEqual({
      ok: false,
      refusal: { code: 'step_too_early', shipmentId, state: 'packed' },
    })
    expect(await ship(id, { shipmentId, trackingNumber: UPS })).toMatchObject({ ok: true })
    expect(await ship(id, { shipmentId, trackingNumber: UPS })).toEqual({
      ok: false,
      refusal: { code: 'tracking_number_taken', shipmentId },
    })
    expect(await ship(id, { shipmentId })).toEqual({
      ok: false,
      refusal: { code: 'step_already_taken', shipmentId, state: 'shipped' },
    })
    expect(await ship(id)).toEqual({ ok: false, refusal: { code: 'nothing_open' } })
    expect(await readMails(id)).toEqual([{ mail: 'order_shipped', shipment: shipmentId }])
    expect((await readActions(id)).length).toBe(2)
  })

  it('goods are marked ready at the counter and picked up under a recorded name', async () => {
    const id = await placeOrder('P')
    expect(await ship(id)).toEqual({ ok: false, refusal: { code: 'is_pickup' } })
    const result = await run((trx) =>
      readyForPickup(trx, clerk, { orderId: id, lines: [{ position: 0, quantity: 3 }] }, createPaymentServices(jobs())),
    )
    expect(result).toMatchObject({ ok: true, isPaid: false })
    expect(await readState(id)).toBe('partly_ready_for_pickup')
    expect(
      await run((trx) => pickUpOrder(trx, clerk, { orderId: id, name: ' Bea Kim ' }, createPaymentServices(jobs()))),
    ).toMatchObject({
      ok: true,
      name: 'Bea Kim',
    })
    expect(await readState(id)).toBe('partly_picked_up')
    // The customer buys the goods and takes them right away.
    expect(await run((trx) => pickUpOrder(trx, clerk, { orderId: id }, createPaymentServices(jobs())))).toMatchObject({
      ok: true,
      name: 'Ana Reyes',
    })
    expect(await readState(id)).toBe('picked_up')
    expect((await findPresentedOrder(connection().db, id))?.shipments.map((one) => one.picked_up_by)).toEqual([
      'Bea Kim',
      'Ana Reyes',
    ])
    expect((await readMails(id)).map(({ mail }) => mail)).toEqual(['order_ready'])
    const delivery = await placeOrder('D')
    for (const refused of [
      await run((trx) => readyForPickup(trx, clerk, { orderId: delivery }, createPaymentServices(jobs()))),
      await run((trx) => pickUpOrder(trx, clerk, { orderId: delivery }, createPaymentServices(jobs()))),
    ]) {
      expect(refused).toEqual({ ok: false, refusal: { code: 'is_delivery' } })
    }
  })

  it('packed goods can be unpacked with a reason; shipped goods cannot', async () => {
    const id = await placeOrder()
    const shipmentId = await packAndGetId(id)
    const unpack = (reason: string) => run((trx) => voidShipment(trx, clerk, { orderId: id, shipmentId, reason }))
    expect(await unpack(' ')).toEqual({ ok: false, refusal: { code: 'reason_required' } })
    expect(await unpack('the wrong box')).toEqual({ ok: true })
    expect(await unpack('the wrong box')).toEqual({
      ok: false,
      refusal: { code: 'step_already_taken', shipmentId, state: 'voided' },
    })
    expect(await readState(id)).toBe('unfulfilled')
    expect((await findPresentedOrder(connection().db, id))?.shipments).toEqual([])
    const repeated = await ship(id)
    if (!repeated.ok) throw new Error(repeated.refusal.code)
    expect(
      await run((trx) => voidShipment(trx, clerk, { orderId: id, shipmentId: repeated.shipmentId, reason: 'late' })),
    ).toMatchObject({ ok: false, refusal: { code: 'step_already_taken', state: 'shipped' } })
  })

  it('never packs goods that were not ordered, nor a shipment of another order', async () => {
    const [id, other] = [await placeOrder(), await placeOrder()]
    const otherShipment = await packAndGetId(other)
    expect(await pack(id, [{ position: 2, quantity: 1 }])).toEqual({
      ok: false,
      refusal: { code: 'line_not_found', position: 2 },
    })
    const duplicateLines = [
      { position: 0, quantity: 2 },
      { position: 0, quantity: 2 },
    ]
    expect(await pack(id, duplicateLines)).toEqual({
      ok: false,
      refusal: { code: 'more_than_open', position: 0, open: 3 },
    })
    expect(await pack(id, [])).toEqual({ ok: false, refusal: { code: 'nothing_open' } })
    expect(await ship(id, { shipmentId: otherShipment })).toEqual({
      ok: false,
      refusal: { code: 'shipment_not_found', shipmentId: otherShipment },
    })
    expect(await ship(id, { trackingNumber: '../x' })).toEqual({
      ok: false,
      refusal: { code: 'tracking_number_invalid' },
    })
    expect(await pack(77)).toEqual({ ok: false, refusal: { code: 'not_found' } })
    await packAndGetId(id, [{ position: 0, quantity: 1 }])
    await packAndGetId(id, [{ position: 1, quantity: 1 }])
    expect(await ship(id)).toMatchObject({ ok: false, refusal: { code: 'shipment_required' } })
    expect(await readState(id)).toBe('partly_packed')
  })

  it('completing hands over the remaining goods; canceling unpacks them, and nothing can be packed afterward', async () => {
    const [completedId, canceled] = [await placeOrder(), await placeOrder('P')]
    await packAndGetId(completedId, [{ position: 0, quantity: 1 }])
    await change(completedId, 'paid')
    expect(await change(completedId, 'completed')).toEqual({ ok: true })
    expect([await readState(completedId), await isHandedOver(connection().db, completedId)]).toEqual(['shipped', true])
    expect(await readMails(completedId)).toEqual([])
    await run((trx) => handOverRemaining(trx, clerk, completedId))
    expect(
      (await findPresentedOrder(connection().db, completedId))?.shipments.map((one) => [one.state, one.carrier]),
    ).toEqual([
      ['shipped', null],
      ['shipped', null],
    ])
    await packAndGetId(canceled)
    expect(await change(canceled, 'canceled')).toEqual({ ok: true })
    expect(await readState(canceled)).toBe('unfulfilled')
    expect(await pack(canceled)).toEqual({ ok: false, refusal: { code: 'order_canceled' } })
    const [counter] = [await placeOrder('P')]
    await change(counter, 'paid')
    await change(counter, 'completed')
    expect(await readState(counter)).toBe('picked_up')
  })

  it('the database itself rejects what no use case does', async () => {
    const id = await placeOrder()
    const shipment = await packAndGetId(id, [{ position: 0, quantity: 2 }])
    const canceled = await placeOrder()
    await change(canceled, 'canceled')
    const insert = (orderId: number, kind: string) =>
      `insert into shipments (order_id, kind, packed_by) values (${orderId}, '${kind}', 'attacker')`
    const line = (orderId: number, position: number, quantity: number) =>
      `with made as (${insert(orderId, 'delivery')} returning id)
       insert into shipment_lines select id, ${orderId}, ${position}, ${quantity} from made`
    expect(await readError(insert(id, 'pickup'))).toBe('shipments_match_order_type')
    expect(await readError(line(id, 0, 2))).toBe('shipment_lines_within_ordered')
    expect(await readError(line(id, 9, 1))).toBe('shipment_lines_within_ordered')
    expect(await readError(line(id, 1, 0))).toBe('shipment_lines_quantity_positive')
    expect(await readError(line(canceled, 0, 1))).toBe('shipment_lines_order_not_canceled')
    expect(await readError(`update shipment_lines set quantity = 1 where shipment_id = ${shipment}`)).toContain(
      'append-only',
    )
    expect(await readError(`delete from shipments where id = ${shipment}`)).toContain('append-only')
    expect(await readError(`delete from order_lines where order_id = ${id} and position = 0`)).toBe(
      'order_lines_cover_packed',
    )
    expect(
      await readError(
        `update order_lines set quantity = 1, total_price_cents = price_cents where order_id = ${id} and position = 0`,
      ),
    ).toBe('order_lines_cover_packed')
    expect(
      await readError(`update shipments set delivered_at = now(), delivered_by = 'x' where id = ${shipment}`),
    ).toBe('shipments_delivered_if_shipped')
    await ship(id, { shipmentId: shipment, trackingNumber: UPS })
    for (const stepCount of ["tracking_number = 'X'", 'shipped_at = null, shipped_by = null', "packed_by = 'x'"]) {
      expect(await readError(`update shipments set ${stepCount} where id = ${shipment}`)).toBe(
        'shipments_steps_immutable',
      )
    }
    expect(
      await readError(
        `update shipments set voided_at = now(), voided_by = 'x', void_reason = 'x' where id = ${shipment}`,
      ),
    ).toBe('shipments_voided_not_sent')
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('verify finds a state that does not match the shipments, and a completed order with goods still on site', async () => {
    const id = await placeOrder()
    await connection().pool.query(`update orders set fulfillment_state = 'delivered' where id = $1`, [id])
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([
      `Order ${id}: its fulfillment is delivered, should be unfulfilled.`,
    ])
    await connection().pool.query(`update orders set fulfillment_state = 'unfulfilled' where id = $1`, [id])
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it('after any sequence of steps, the state matches a slow recomputation', async () => {
    // A separate generator that gives the same sequence on both engines for the same seed.
    let seed = 20_261_123
    const drawInt = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * limit)
    }
    for (let round = 0; round < 8; round++) {
      const type = round % 2 === 0 ? 'D' : 'P'
      const id = await placeOrder(type, [1 + drawInt(3), 1 + drawInt(3), 1])
      for (let n = 0; n < 14; n++) {
        const shipments = await queryRows('select id from shipments where order_id = $1 order by id', [id])
        const shipment = shipments[drawInt(shipments.length)]
        const shipmentId = drawInt(2) === 0 ? shipment?.id : undefined
        const lines = [{ position: drawInt(3), quantity: 1 + drawInt(2) }]
        await [
          () => pack(id, lines),
          () => pack(id, drawInt(3) === 0 ? undefined : lines),
          () => ship(id, shipmentId ? { shipmentId } : { lines }),
          () => run((trx) => deliverOrder(trx, clerk, { orderId: id, shipmentId }, createPaymentServices(jobs()))),
          () => run((trx) => readyForPickup(trx, clerk, { orderId: id, shipmentId }, createPaymentServices(jobs()))),
          () => run((trx) => pickUpOrder(trx, clerk, { orderId: id, shipmentId }, createPaymentServices(jobs()))),
          () => run((trx) => voidShipment(trx, clerk, { orderId: id, shipmentId: shipment?.id ?? 1, reason: 'test' })),
        ][drawInt(7)]?.()
        const units: string[] = (
          await queryRows(
            `select coalesce(step.state, 'open') as state from order_lines line
              cross join lateral generate_series(1, line.quantity) unit
              left join lateral (
                select state from (
                  select shipment.state, row_number() over (order by shipment.id, copy) as unit_number
                    from shipments shipment join shipment_lines packed on packed.shipment_id = shipment.id
                    cross join lateral generate_series(1, packed.quantity) copy
                   where shipment.order_id = line.order_id and packed.position = line.position
                     and shipment.voided_at is null) each
                 where unit_number = unit) step on true
             where line.order_id = $1`,
            [id],
          )
        ).map(({ state }) => state)
        const furthestStep = ['picked_up', 'delivered', 'shipped', 'ready_for_pickup', 'packed'].find((step) =>
          units.includes(step),
        )
        const expected =
          furthestStep === undefined
            ? 'unfulfilled'
            : units.every((unit) => unit === furthestStep)
              ? furthestStep
              : `partly_${furthestStep}`
        expect(await readState(id)).toBe(expected)
      }
    }
    expect((await verifyShop(connection().db, tmpdir())).findings).toEqual([])
  })

  it.runIf(engine === 'postgres')('only one of fifty clerks who pack the same line succeeds', async () => {
    const id = await placeOrder('D', [3])
    const results = await Promise.all(Array.from({ length: 50 }, () => pack(id, [{ position: 0, quantity: 2 }])))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) {
      if (!result.ok) expect(result.refusal).toEqual({ code: 'more_than_open', position: 0, open: 1 })
    }
    // Even without the lock of the use case, the database counts correctly.
    const other = await placeOrder('D', [3])
    const raw = await Promise.all(
      Array.from({ length: 50 }, () =>
        readError(
          `with made as (insert into shipments (order_id, kind, packed_by) values ($1, 'delivery', 'attacker') returning id)
           insert into shipment_lines select id, $1, 0, 2 from made`,
          [other],
        ),
      ),
    )
    expect(raw.toSorted()).toEqual(['done', ...Array.from({ length: 49 }, () => 'shipment_lines_within_ordered')])
    const shipped = await Promise.all(Array.from({ length: 50 }, () => ship(id, { trackingNumber: UPS })))
    expect(shipped.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await readMails(id)).toHaveLength(1)
  })
})
