import { expect, it } from 'vitest'
import type { Actor } from '#server/identity/audit/actor.ts'
import { deliverOrder } from '#server/orders/fulfillment/deliver-order.ts'
import { packOrder } from '#server/orders/fulfillment/pack-order.ts'
import { shipOrder } from '#server/orders/fulfillment/ship-order.ts'
import { voidShipment } from '#server/orders/fulfillment/void-shipment.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct } from '#test/factories.ts'
import { deliveryForm } from '#test/order-forms.ts'
import { createPaymentServices } from '#test/payment-services.ts'
import { fillCart, jobsForSuite, submit } from '#test/shop.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { buildPickRows } from './build-pick-rows.ts'
import { findOrders, findParcels } from './parcel.ts'

const actor: Actor = { kind: 'system', job: 'test' }

databaseTest('printed documents', (connection) => {
  const suite = appForSuite(connection)
  const jobs = jobsForSuite(connection)
  const run = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(connection().db, work)
  async function order(): Promise<number> {
    const { db } = connection()
    const oil = await makeProduct(db, { name: 'Argan oil', sku: 'OIL', stock: 50 })
    const kit = await makeProduct(db, { name: 'Kit', sku: 'KIT', contents: [{ productId: oil.id, quantity: 2 }] })
    const cartOwner = await fillCart(db, [
      { id: oil.id, quantity: 3 },
      { id: kit.id, quantity: 1 },
    ])
    const placement = await submit(db, jobs(), { form: deliveryForm, cartOwner })
    if (!placement.ok) throw new Error(placement.refusal.code)
    return placement.orderId
  }
  const pack = async (orderId: number, lines?: { position: number; quantity: number }[]): Promise<number> => {
    const packed = await run((trx) => packOrder(trx, actor, { orderId, lines }))
    if (!packed.ok) throw new Error(packed.refusal.code)
    return packed.shipmentId
  }
  const clerk = async () => {
    const browser = browserOf(suite)
    const { id } = await makeStaff(connection().db, 'clerk')
    browser.jar.set('staff', await staffSession(connection().db, id))
    return browser
  }
  const request = async (browser: ReturnType<typeof browserOf>, url: string) => {
    const { statusCode, headers, rawPayload } = await browser.get(url)
    const start = rawPayload.subarray(0, 5).toString()
    return [statusCode, headers['content-type'], headers['content-security-policy'], start]
  }
  const PDF = [200, 'application/pdf', "frame-ancestors 'none'", '%PDF-']

  it('list each parcel’s contents and the goods still to be shipped', async () => {
    const { db } = connection()
    const id = await order()
    const first = await pack(id, [{ position: 0, quantity: 1 }])
    expect(await findParcels(db, [first])).toMatchObject({
      ok: true,
      parcels: [
        {
          order: {
            id,
            lines: [
              { sku: 'OIL', contents: [] },
              { sku: 'KIT', contents: [{ sku: 'OIL', quantity: 2 }] },
            ],
          },
          number: 1,
          lines: [{ position: 0, quantity: 1 }],
          remaining: [
            { position: 0, quantity: 2 },
            { position: 1, quantity: 1 },
          ],
        },
      ],
    })
    await run((trx) => shipOrder(trx, actor, { orderId: id, shipmentId: first }, createPaymentServices(jobs())))
    await run((trx) => deliverOrder(trx, actor, { orderId: id }, createPaymentServices(jobs())))
    const second = await pack(id)
    expect(await findParcels(db, [second])).toMatchObject({ ok: true, parcels: [{ number: 2, remaining: [] }] })
    await run((trx) => voidShipment(trx, actor, { orderId: id, shipmentId: second, reason: 'Wrong box.' }))
    expect(await findParcels(db, [first, second])).toEqual({ ok: false, refusal: { code: 'not_found', ids: [second] } })
    const result = await findOrders(db, [id])
    expect(result.ok && buildPickRows(result.orders)).toMatchObject([
      { sku: 'OIL', name: 'Argan oil', quantity: 4, orders: [{ id, quantity: 4 }] },
    ])
  })

  it('are readable by staff in the browser, one or many at once', async () => {
    const [one, other] = [await order(), await order()]
    const [first, second] = [await pack(one), await pack(other)]
    const browser = await clerk()
    expect(await request(browser, `/admin/shipments/${first}/packing-slip.pdf`)).toEqual(PDF)
    expect(await request(browser, `/admin/shipments/${first}/label.pdf`)).toEqual(PDF)
    expect(await request(browser, `/admin/shipments/packing-slips.pdf?ids=${second},${first},${second}`)).toEqual(PDF)
    expect(await request(browser, `/admin/shipments/labels.pdf?ids=${second},${first}`)).toEqual(PDF)
    expect(await request(browser, `/admin/orders/pick-list.pdf?ids=${one},${other}`)).toEqual(PDF)
    const { headers } = await browser.get(`/admin/shipments/${first}/packing-slip.pdf`)
    expect(headers['content-disposition']).toBe(`inline; filename="packing-slip-${one}-${first}.pdf"`)
  })

  it('have a mobile view of each order’s open goods by shelf, and of the staff who packed the rest', async () => {
    const id = await order()
    const { db } = connection()
    await db.updateTable('products').set({ shelf: 'A2-1' }).where('sku', '=', 'OIL').execute()
    const browser = await clerk()
    const list = async () => (await browser.get(`/admin/orders/pack-list.json?ids=${id}`)).json()
    const oil = { sku: 'OIL', name: 'Argan oil', shelf: 'A2-1', barcode: null, image: null }
    expect(await list()).toMatchObject({
      rows: [{ ...oil, quantity: 5, orders: [{ id, quantity: 5 }] }],
      orders: [
        {
          id,
          version: expect.any(String),
          shipments: [],
          lines: [
            { line: 0, name: 'Argan oil', quantity: 3, parts: [{ ...oil, quantity_per_unit: 1 }] },
            { line: 1, name: 'Kit', quantity: 1, parts: [{ ...oil, quantity_per_unit: 2 }] },
          ],
        },
      ],
    })
    await db.updateTable('products').set({ barcode: '4006381333931' }).where('sku', '=', 'OIL').execute()
    const drops = await makeProduct(db, { name: 'Argan drops' })
    await db.updateTable('products').set({ barcode: '4006381333931' }).where('id', '=', drops.id).execute()
    expect((await list()).orders[0].lines[0].parts[0].same_barcode).toContain('Argan drops')
    // A UPC-A is an EAN-13 with a zero before it; other digits and other texts are other codes.
    const setBarcodes = async (oil: string, drops: string) => {
      await connection().pool.query(
        `update products set barcode = case when sku = 'OIL' then $1 when name = 'Argan drops' then $2 end`,
        [oil, drops],
      )
      return (await list()).orders[0].lines[0].parts[0].same_barcode.includes('Argan drops')
    }
    expect(await setBarcodes('0741360637481', '741360637481')).toBe(true)
    expect(await setBarcodes('41360637481', '00041360637481')).toBe(true)
    expect(await setBarcodes('0741360637481', '7413606374810')).toBe(false)
    expect([await setBarcodes('0012-A', '12-A'), await setBarcodes('0012', '12')]).toEqual([false, false])
    await db.updateTable('products').set({ barcode: null }).execute()
    expect((await list()).orders[0].lines[0].parts).toMatchObject([{ same_barcode: [] }])
    const shipment = await pack(id, [{ position: 0, quantity: 3 }])
    expect(await list()).toMatchObject({
      rows: [{ quantity: 2 }],
      orders: [{ shipments: [{ id: shipment, state: 'packed', packed_by: 'test' }], lines: [{ line: 1 }] }],
    })
    expect((await browser.get('/admin/orders/pack-list.json?ids=999999999')).statusCode).toBe(404)
  })

  it('are refused with a message for unknown orders and malformed lists', async () => {
    const browser = await clerk()
    for (const url of ['/admin/shipments/labels.pdf?ids=', '/admin/orders/pick-list.pdf?ids=']) {
      const response = await browser.get(`${url}1999999999`)
      expect([response.statusCode, response.json().detail]).toEqual([422, expect.stringContaining('numbers')])
      expect((await browser.get(`${url}999999999`)).json()).toMatchObject({ status: 404 })
      const tooMany = Array.from({ length: 201 }, (_, i) => i + 1).join(',')
      for (const list of ['', 'x', '1,', '1;2', '0', '-1', '1.5', tooMany, '1,'.repeat(300)]) {
        expect((await browser.get(url + list)).statusCode).toBe(422)
      }
    }
  })
})
