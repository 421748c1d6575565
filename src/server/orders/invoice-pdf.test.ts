import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders/calls.ts'
import { emptyAddress } from '#domain/addresses/address.ts'
import { encodePaymentReference } from '#domain/orders/payment-reference.ts'
import type { DocumentSettings } from '#server/platform/pdf/sheet.ts'
import { plainBrand } from '#server/platform/settings/brand.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import { writeInvoice } from './invoice-pdf.ts'

const values: Record<string, string> = {
  shop_name: 'Salonfront',
  shop_email: 'hello@example.com',
  shop_phone: '(201) 555-0148',
  pickup_address: 'Salonfront\n48 Dean Street\nEnglewood, NJ 07631',
  pickup_hours: 'Monday to Friday',
}
const settings = { get: (key: string) => values[key], brand: () => plainBrand } as DocumentSettings

const product = (overrides: Partial<Order['products'][number]> = {}) => ({
  id: 1,
  name: 'Keratin Repair Masque',
  image: null,
  quantity: 2,
  shippable: 2,
  price: 38,
  total_price: 76,
  ...overrides,
})
const order: Order = {
  id: 1042,
  payment_reference: encodePaymentReference(1042),
  status: 'processing',
  type: 'D',
  fulfillment_state: 'unfulfilled',
  shipments: [],
  // Still the day before in New York.
  created_at: '2026-11-21T03:00:00.000Z',
  order_total: 1095.13,
  sub_total: 76,
  discount: 0,
  discount_percent: null,
  shipping_price: 1012.34,
  insurance: 1.7,
  tax: 5.09,
  taxes: [{ state: 'NJ', percent: 6.7, base: 76, tax: 5.09 }],
  tax_certificate: null,
  due_on: null,
  cancels_at: null,
  claimed_at: null,
  payment_state: 'unpaid',
  balance: 0,
  ledger: [],
  events: [],
  pv: 76,
  shipping_description: 'Ground',
  first_name: 'Ana',
  last_name: 'Reyes',
  user_email: 'ana@example.com',
  phone_number: '(201) 555-0100',
  comments: '',
  products: [product()],
  addresses: [
    {
      ...emptyAddress,
      first_name: 'Bea',
      last_name: 'Kim',
      company: 'Kim & <i>Daughters</i>',
      phone_number: '(201) 555-0111',
      address_1: '1 <b>Main</b> Street',
      city: 'Tenafly',
      state: 'NJ',
      zip: '07670',
      full_address: '',
    },
  ],
  payment: {
    payment_type: 'card',
    card_holder_name: 'Ana Reyes',
    card_type: 'Visa',
    card_number: '•••• 1111',
    expire_month: null,
    expire_year: null,
    ccv: null,
    billing_zip: null,
    paid_at: null,
    paid_on: null,
  },
}
const pages = async (overrides: Partial<Order> = {}) =>
  readPdfPages(await writeInvoice({ ...order, ...overrides }, settings, { compress: false }))
const page = async (overrides: Partial<Order> = {}) => (await pages(overrides))[0] ?? []

describe('invoice of a delivery', () => {
  it('names seller, buyer, goods, prices and payment', async () => {
    expect(await page()).toEqual([
      'Salonfront Invoice',
      '48 Dean Street',
      'Order 1042',
      'Englewood, NJ 07631',
      'Date November 20, 2026',
      '(201) 555-0148',
      'Status Processing',
      'hello@example.com',
      'Bill to Deliver to',
      'Ana Reyes Bea Kim',
      'ana@example.com Kim & <i>Daughters</i>',
      '(201) 555-0100 1 <b>Main</b> Street',
      'Tenafly, NJ 07670',
      '(201) 555-0111',
      'Ground',
      'Item Quantity Price Total',
      'Keratin Repair Masque 2 $38.00 $76.00',
      'Sub Total $76.00',
      'Insurance $1.70',
      'Shipping $1,012.34',
      'Tax (NJ 6.7%) $5.09',
      'Total $1,095.13',
      'Payment',
      'Card Visa •••• 1111',
      'Salonfront · Invoice 1042 Page 1 of 1',
    ])
  })

  it('is identical each time, byte for byte', async () => {
    expect((await writeInvoice(order, settings)).equals(await writeInvoice(order, settings))).toBe(true)
  })
})

it('omits insurance and shipping for a pickup, and tax if there is none', async () => {
  const payment = { ...order.payment, payment_type: 'quickpay' as const, card_type: null, card_number: null }
  const lines = await page({ type: 'P', addresses: [], tax: 0, taxes: [], payment })
  expect(lines).toContain('Bill to Pickup')
  expect(lines).toContain('(201) 555-0100 Englewood, NJ 07631')
  expect(lines).toContain('Monday to Friday')
  expect(lines).toContain('Quick Pay')
  expect(lines).toContain(`Memo code ${order.payment_reference}`)
  expect(lines.join('\n')).not.toMatch(/Insurance|Shipping|Tax/)
})

it('shows discounts, and the certificate that exempts from tax', async () => {
  const lines = await page({
    discount: 7.6,
    discount_percent: 10,
    tax: 0,
    taxes: [],
    tax_certificate: { state: 'NJ', number: '123-456' },
  })
  // A dash replaces the minus sign, which the font lacks.
  expect(lines).toContain('Discount (10%) –$7.60')
  expect(lines).toContain('Tax exempt (certificate NJ 123-456) $0.00')
})

it('shows when and how a paid order was paid', async () => {
  const payment = { ...order.payment, payment_type: 'check' as const, card_type: null, card_number: null }
  expect((await page({ payment })).join('\n')).not.toContain('Paid')
  // Booked a day after the money arrived.
  const paid = { ...payment, paid_at: '2026-11-25T03:00:00.000Z', paid_on: '2026-11-23' }
  expect(await page({ payment: paid })).toContain('Paid on November 23, 2026 by check')
})

it('breaks a hundred lines into pages with repeated column headings; the totals keep a line with them', async () => {
  const products = Array.from({ length: 100 }, (_, i) => product({ id: i + 1, name: `Product ${i + 1}` }))
  for (const count of [20, 21, 22, 23, 24, 100]) {
    const allPages = await pages({ products: products.slice(0, count) })
    for (const [i, lines] of allPages.entries()) {
      expect(lines).toContain('Item Quantity Price Total')
      expect(lines.at(-1)).toBe(`Salonfront · Invoice 1042 Page ${i + 1} of ${allPages.length}`)
    }
    const rows = allPages.map((lines) => lines.filter((line) => line.startsWith('Product ')))
    expect(rows.flat().map((row) => row.split(' 2 $')[0])).toEqual(products.slice(0, count).map(({ name }) => name))
    expect(rows.at(-1)).not.toEqual([])
    expect(allPages.at(-1)).toContain('Total $1,095.13')
  }
})

it('breaks a long name, between words if possible', async () => {
  const name = `Package for ${'very '.repeat(20)}long ${'x'.repeat(120)}`
  const lines = await page({ products: [product({ name })] })
  const [first = 0, last = 0] = [
    lines.findIndex((line) => line.startsWith('Package')),
    lines.findIndex((line) => line.startsWith('Sub Total')),
  ]
  const wrappedLines = lines.slice(first, last)
  expect(wrappedLines.length).toBeGreaterThan(3)
  expect(wrappedLines.join('').replace('2 $38.00 $76.00', '').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''))
})

it.each([
  ['Latin', 'Łucja', 'Ñandú-Nguyễn'],
  ['Greek and Cyrillic', 'Ελένη', 'Іванова'],
  ['Korean', '민지', '김'],
  ['Chinese', '小明', '王'],
  ['Japanese', 'さくら', '佐藤'],
])('renders a name in %s', async (_, first_name, last_name) => {
  const bytes = await writeInvoice({ ...order, first_name, last_name }, settings, { compress: false })
  expect(readPdfPages(bytes)[0]).toContainEqual(
    expect.stringMatching(new RegExp(`^${first_name} +${last_name} Bea Kim$`)),
  )
})

it.each(['שלום مرحبا', '😀 ไทย', 'a\u202eb\nc\td', '\ud800', 'x\u0301\u0301', '   ', 'ㄱㄴ ﾊﾛ 𠮷'])(
  'is not broken by %j',
  async (name) => {
    const lines = await page({ first_name: name, products: [product({ name })] })
    expect(lines).toContain('Total $1,095.13')
  },
)

describe('the invoice of a shop with its own look', () => {
  it('begins with the logo, and sets titles in the font of the shop', async () => {
    const background = { width: 480, height: 96, channels: 4, background: '#0044ff' } as const
    const png = await sharp({ create: background }).png().toBuffer()
    const body = { ...plainBrand.body, display_font: 'jost' } as const
    const logo = { path: '', url: '', png, width: 480, height: 96 }
    const brands = [plainBrand, { ...plainBrand, body }, { ...plainBrand, body, logo }]
    const [plain, withFont, withLogo] = await Promise.all(
      brands.map(async (brand) => {
        const pdf = await writeInvoice(order, { ...settings, brand: () => brand }, { compress: false })
        const source = pdf.toString('latin1')
        return {
          fonts: ['Fraunces', 'Jost'].filter((font) => source.includes(font)),
          hasPicture: source.includes('/Subtype /Image'),
          name: (await readPdfPages(pdf))[0]?.some((line) => line.includes('Salonfront')),
        }
      }),
    )
    expect(plain).toEqual({ fonts: ['Fraunces'], hasPicture: false, name: true })
    expect(withFont).toEqual({ fonts: ['Jost'], hasPicture: false, name: true })
    expect(withLogo).toEqual({ fonts: ['Jost'], hasPicture: true, name: true })
  })
})
