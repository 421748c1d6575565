import { emptyAddress } from '#domain/addresses/address.ts'
import type { DocumentOrder, DocumentShipment } from '#server/orders/documents/document.queries.ts'
import type { Parcel } from '#server/orders/documents/parcel.ts'
import type { DocumentSettings } from '#server/platform/pdf/sheet.ts'
import { plainBrand } from '#server/platform/settings/brand.ts'

const values: Record<string, string> = {
  shop_name: 'Salonfront',
  shop_email: 'hello@example.com',
  shop_phone: '(201) 555-0148',
  pickup_address: 'Salonfront\n48 Dean Street\nEnglewood, NJ 07631',
  pickup_hours: 'Monday to Friday',
}
export const documentSettings = { get: (key: string) => values[key], brand: () => plainBrand } as DocumentSettings

type Line = DocumentOrder['lines'][number]

/** Contents of a package. */
export const documentPart = (overrides: Partial<Line['contents'][number]>): Line['contents'][number] => ({
  product_id: 90,
  sku: '',
  barcode: null,
  same_barcode: [],
  name: 'Part',
  shelf: '',
  image_file: null,
  quantity: 1,
  ...overrides,
})

export const documentLine = (position: number, overrides: Partial<Line> = {}): Line => ({
  position,
  product_id: position + 1,
  sku: `KR-${100 + position}`,
  barcode: null,
  same_barcode: [],
  shelf: '',
  image_file: null,
  name: `Product ${position + 1}`,
  quantity: 3,
  shippable: overrides.quantity ?? 3,
  contents: [],
  ...overrides,
})

export const documentOrder = (overrides: Partial<DocumentOrder> = {}): DocumentOrder => ({
  id: 1042,
  type: 'D',
  status: 'processing',
  // Still the previous day in New York.
  created_at: new Date('2026-11-21T03:00:00.000Z'),
  first_name: 'Ana',
  last_name: 'Reyes',
  phone_number: '(201) 555-0100',
  shipping_description: 'Ground',
  comments: '',
  address: {
    ...emptyAddress,
    first_name: 'Bea',
    last_name: 'Kim',
    company: 'Kim & Daughters',
    phone_number: '(201) 555-0111',
    address_1: '1 Main Street',
    city: 'Tenafly',
    state: 'NJ',
    zip: '07670',
  },
  lines: [documentLine(0), documentLine(1)],
  shipments: [],
  version_facts: {
    status: 'processing',
    edition: 1,
    entries: 0,
    steps: 0,
    due_on: null,
    first_name: 'Bea',
    last_name: 'Kim',
    email: 'bea@example.com',
    phone_number: '',
    notes: 0,
    claim_id: null,
  },
  ...overrides,
})

export const documentShipment = (overrides: Partial<DocumentShipment> = {}): DocumentShipment => ({
  id: 7,
  state: 'packed',
  packed_at: '2026-11-22T15:00:00.000+00:00',
  packed_by: 'clerk@shop.example',
  carrier: null,
  tracking_number: '',
  lines: [{ position: 0, quantity: 2 }],
  ...overrides,
})

/** Contains the whole order by default. */
export const parcel = (order: DocumentOrder, overrides: Partial<Parcel> = {}): Parcel => ({
  order,
  shipment: documentShipment(),
  number: undefined,
  lines: order.lines.map(({ position, quantity }) => ({ position, quantity })),
  remaining: [],
  ...overrides,
})

/** Names as written by people and by machines. */
export const hostileNames = [
  'שלום مرحبا',
  '😀 ไทย',
  'a\u202eb\nc\td',
  '\ud800',
  'x\u0301\u0301',
  '   ',
  '민지 小明 さくら',
  'x'.repeat(300),
  `Kit ${'very '.repeat(60)}`,
]
