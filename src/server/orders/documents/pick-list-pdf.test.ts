import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentLine, documentOrder, documentPart, documentSettings, documentShipment } from '#test/documents.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import { buildPickRows } from './build-pick-rows.ts'
import { writePickList } from './pick-list-pdf.ts'

const now = new Date('2026-11-23T15:00:00.000Z')
const OIL = { sku: 'OIL-2', name: 'Argan oil' }

it('a product of several orders is listed once, packages are listed as their contents, and rows are sorted by SKU', async () => {
  const kit = documentLine(1, {
    sku: 'KIT',
    name: 'Starter kit',
    quantity: 2,
    contents: [documentPart({ ...OIL, quantity: 2 }), documentPart({ sku: 'OIL-10', name: 'Color oil' })],
  })
  const orders = [
    documentOrder({ lines: [documentLine(0, { ...OIL, quantity: 1 }), kit], comments: 'Ring at the back door.' }),
    documentOrder({
      id: 1043,
      type: 'P',
      address: null,
      lines: [documentLine(0, { sku: '', name: 'Gift card' }), documentLine(1, OIL)],
    }),
    documentOrder({ id: 1044, status: 'canceled', lines: [documentLine(0, OIL)] }),
    documentOrder({
      id: 1045,
      lines: [documentLine(0, OIL)],
      shipments: [documentShipment({ lines: [{ position: 0, quantity: 3 }] })],
    }),
  ]
  const [page] = readPdfPages(await writePickList(orders, documentSettings, { now, compress: false }))
  expect(page?.slice(page.indexOf('SKU Item Quantity'))).toEqual([
    'SKU Item Quantity',
    'OIL-2 Argan oil 8',
    '1042\u00a0×\u00a05, 1043\u00a0×\u00a03',
    'OIL-10 Color oil 2',
    '1042\u00a0×\u00a02',
    'Gift card 3',
    '1043\u00a0×\u00a03',
    'For these orders',
    'Order For How What they wrote Pieces',
    '1042 Ana Reyes Ground Ring at the back door. 7',
    '1043 Ana Reyes Pickup 6',
    '1044 Ana Reyes Ground canceled',
    '1045 Ana Reyes Ground packed',
    'Salonfront · Pick list Page 1 of 1',
  ])
  expect(page).toContain('Englewood, NJ 07631')
  expect(page?.join('\n')).toContain('Pieces 13')
})

it('rows follow the shelves and name each product’s location', async () => {
  const order = documentOrder({
    lines: [
      documentLine(0, { name: 'Balm', sku: 'A-1', shelf: 'B10' }),
      documentLine(1, { name: 'Comb', sku: 'A-2' }),
      documentLine(2, { name: 'Oil', sku: 'A-3', shelf: 'B2' }),
    ],
  })
  const [page] = readPdfPages(await writePickList([order], documentSettings, { now, compress: false }))
  expect(page?.slice(page.indexOf('SKU Item Quantity') + 1, page.indexOf('For these orders'))).toEqual([
    'A-3 Oil 3',
    'Shelf B2',
    '1042\u00a0×\u00a03',
    'A-1 Balm 3',
    'Shelf B10',
    '1042\u00a0×\u00a03',
    'A-2 Comb 3',
    '1042\u00a0×\u00a03',
  ])
})

it('each row is the sum of its orders, and all rows together are the unpacked goods of all orders', () => {
  const line = fc.record({
    sku: fc.constantFrom('A', 'B', ''),
    quantity: fc.integer({ min: 1, max: 99 }),
    packed: fc.nat(99),
  })
  fc.assert(
    fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (sampleLines) => {
      const orders = sampleLines.map((lines, id) =>
        documentOrder({
          id,
          lines: lines.map(({ sku, quantity }, i) => documentLine(i, { sku, name: sku, quantity })),
          shipments: [
            documentShipment({
              lines: lines.map(({ packed, quantity }, position) => ({
                position,
                quantity: Math.min(packed, quantity),
              })),
            }),
          ],
        }),
      )
      const rows = buildPickRows(orders)
      for (const row of rows) expect(row.orders.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(row.quantity)
      const open = sampleLines.flat().reduce((sum, { quantity, packed }) => sum + Math.max(0, quantity - packed), 0)
      expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(open)
      expect(new Set(rows.map(({ sku, name }) => `${sku} ${name}`)).size).toBe(rows.length)
    }),
  )
})

it('two hundred orders for one product span pages without separating an order from its quantity', async () => {
  const orders = Array.from({ length: 200 }, (_, i) =>
    documentOrder({ id: 100_000 + i, lines: [documentLine(0, OIL)] }),
  )
  const pages = readPdfPages(await writePickList(orders, documentSettings, { now, compress: false }))
  expect(pages[0]).toContain('OIL-2 Argan oil 600')
  const orderEntries = pages
    .flat()
    .join(' ')
    .match(/\d{6}\u00a0×\u00a03/g)
  expect(orderEntries).toHaveLength(200)
})
