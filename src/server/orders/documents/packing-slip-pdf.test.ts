import { expect, it } from 'vitest'
import {
  documentLine,
  documentOrder,
  documentPart,
  documentSettings,
  documentShipment,
  hostileNames,
  parcel,
} from '#test/documents.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import { writePackingSlips } from './packing-slip-pdf.ts'
import type { Parcel } from './parcel.ts'

const pages = async (...parcels: Parcel[]) =>
  readPdfPages(await writePackingSlips(parcels, documentSettings, { compress: false }))

it('a packing slip lists the parcel’s contents, its recipient and the goods still to come, without prices', async () => {
  const shipment = documentShipment({ carrier: 'ups', tracking_number: '1Z999AA10123456784' })
  const order = documentOrder({
    lines: [
      documentLine(0),
      documentLine(1, {
        name: 'Starter kit',
        contents: [documentPart({ sku: 'OIL', name: 'Argan oil', quantity: 2 })],
      }),
    ],
    shipments: [shipment],
  })
  const remaining = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 3 },
  ]
  expect(await pages(parcel(order, { shipment, number: 1, lines: shipment.lines, remaining }))).toEqual([
    [
      'Salonfront Packing slip',
      '48 Dean Street',
      'Order 1042',
      'Englewood, NJ 07631',
      'Date November 20, 2026',
      '(201) 555-0148',
      'Shipment 1',
      'hello@example.com',
      'Carrier UPS',
      'Tracking 1Z999AA10123456784',
      'Deliver to Ordered by',
      'Bea Kim Ana Reyes',
      'Kim & Daughters (201) 555-0100',
      '1 Main Street',
      'Tenafly, NJ 07670',
      '(201) 555-0111',
      'Ground',
      'SKU Item Ordered In this shipment',
      'KR-100 Product 1 3 2',
      'Still to come',
      'SKU Item Quantity',
      'KR-100 Product 1 1',
      'KR-101 Starter kit 3',
      '6 × Argan oil',
      'Missing or damaged items? Please contact us: (201) 555-0148 or hello@example.com',
      'Salonfront · Packing slip 1042, shipment 1 Page 1 of 1',
    ],
  ])
})

it('a pickup slip shows the pickup location', async () => {
  const [page] = await pages(parcel(documentOrder({ type: 'P', address: null })))
  expect(page).toContain('Pickup Ordered by')
  expect(page).toContain('Monday to Friday')
  expect(page?.join('\n')).not.toContain('Still to come')
})

it('several slips are numbered separately, and forty lines span pages with column heads', async () => {
  const longOrder = documentOrder({ id: 7, lines: Array.from({ length: 40 }, (_, i) => documentLine(i)) })
  const allPages = await pages(parcel(documentOrder()), parcel(longOrder), parcel(documentOrder({ id: 9 })))
  expect(allPages.map((page) => page.at(-1))).toEqual([
    'Salonfront · Packing slip 1042 Page 1 of 1',
    'Salonfront · Packing slip 7 Page 1 of 2',
    'Salonfront · Packing slip 7 Page 2 of 2',
    'Salonfront · Packing slip 9 Page 1 of 1',
  ])
  for (const page of allPages) expect(page).toContain('SKU Item Ordered In this shipment')
  const rows = allPages.slice(1, 3).flatMap((page) => page.filter((line) => line.startsWith('KR-')))
  expect(rows).toEqual(longOrder.lines.map(({ sku, name }) => `${sku} ${name} 3 3`))
})

it('a packing slip is byte-for-byte reproducible', async () => {
  const writeSlip = () => writePackingSlips([parcel(documentOrder())], documentSettings)
  expect((await writeSlip()).equals(await writeSlip())).toBe(true)
})

it('unusual names do not break a packing slip', async () => {
  for (const name of hostileNames) {
    const order = documentOrder({ first_name: name, comments: name, lines: [documentLine(0, { name, sku: name })] })
    const [page] = await pages(parcel(order))
    expect(page).toContain('SKU Item Ordered In this shipment')
  }
})
