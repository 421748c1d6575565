import { expect, it } from 'vitest'
import { documentOrder, documentSettings, documentShipment, hostileNames, parcel } from '#test/documents.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import type { Parcel } from './parcel.ts'
import { writeShippingLabels } from './shipping-label-pdf.ts'

const write = (...parcels: Parcel[]) => writeShippingLabels(parcels, documentSettings, { compress: false })

it('a label shows the sender, the recipient and the order number, one per page of four by six inches', async () => {
  const shipment = documentShipment({ carrier: 'ups', tracking_number: '1Z999AA10123456784' })
  const order = documentOrder({ shipments: [shipment] })
  const bytes = await write(
    parcel(order, { shipment, number: 2, lines: shipment.lines }),
    parcel(documentOrder({ id: 9 })),
  )
  const [first, second] = readPdfPages(bytes)
  expect(first).toEqual([
    'Salonfront Ground',
    '48 Dean Street UPS',
    'Englewood, NJ 07631',
    'Deliver to',
    'Bea Kim',
    'Kim & Daughters',
    '1 Main Street',
    'Tenafly, NJ 07670',
    '(201) 555-0111',
    'Order',
    '1042',
    'Shipment 2',
    '2 pieces',
    '1Z999AA10123456784',
  ])
  expect(second).toContain('9')
  expect(bytes.toString('latin1').match(/\/MediaBox \[0 0 288 432\]/g)).toHaveLength(2)
})

it('a pickup label has the name of the person who picks it up', async () => {
  const [page] = readPdfPages(await write(parcel(documentOrder({ type: 'P', address: null }))))
  expect(page).toContain('Pickup')
  expect(page).toContain('Ana Reyes')
  expect(page?.join('\n')).not.toContain('Ground')
})

it('the longest possible address stays inside its field, above the number', async () => {
  const longName = 'Featherstonehaugh-Cholmondeley '.repeat(8).slice(0, 255)
  const address = {
    ...documentOrder().address,
    first_name: longName,
    last_name: longName,
    company: longName,
    address_1: longName,
    address_2: longName,
    city: longName,
    state: 'NJ',
    zip: '07670',
    phone_number: '(201) 555-0111',
  }
  for (const text of [longName, ...hostileNames]) {
    const [page = []] = readPdfPages(await write(parcel(documentOrder({ address: { ...address, first_name: text } }))))
    expect(page.slice(page.indexOf('Order'))).toEqual(['Order', '1042', '6 pieces'])
  }
})
