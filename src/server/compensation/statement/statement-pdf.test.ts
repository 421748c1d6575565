import { expect, it } from 'vitest'
import type { Statement } from '#contract/compensation/statement.ts'
import type { DocumentSettings } from '#server/platform/pdf/sheet.ts'
import { plainBrand } from '#server/platform/settings/brand.ts'
import { readPdfPages } from '#test/pdf-text.ts'
import { readStatementOfA } from '#test/statement-file.ts'
import { writeStatement } from './statement-pdf.ts'

const values: Record<string, string> = {
  shop_name: 'Salonfront',
  shop_email: 'hello@example.com',
  shop_phone: '(201) 555-0148',
  pickup_address: '48 Dean Street\nEnglewood, NJ 07631',
}
const settings = { get: (key: string) => values[key], brand: () => plainBrand } as DocumentSettings
const renderPages = async (overrides: Partial<Statement> = {}) =>
  readPdfPages(await writeStatement({ ...readStatementOfA(), ...overrides }, settings, { compress: false }))

it('shows the member and month, how the figures add up, and their details', async () => {
  const [first, second] = await renderPages()
  expect(first).toEqual([
    'Salonfront Statement',
    '48 Dean Street',
    'Month April 2026',
    'Englewood, NJ 07631',
    'Member A',
    '(201) 555-0148',
    'Closed May 6, 2026',
    'hello@example.com',
    'At its end Active',
    'For Level',
    'Ada Example Silver at 6%',
    'Personal PV 130 (100 needed)',
    'Group PV 1,055 (500 needed)',
    'Personal PV 130 Personal sales $9.00',
    'PV of the legs 925 Direct line $19.27',
    'Group PV 1,055 Sales bonus $28.27',
    'Personal PV from customers 0 Differential $3.91',
    'Total sales $150.00 Reversed –$27.81',
    'Level bonus –$23.90',
    'Total bonus $4.37',
    'Brought forward $0.00',
    'To be paid out $0.00',
    'Carried forward, less than $25.00 $4.37',
    'Direct line',
    'Member Level Group PV Direct line Differential',
    'Bea Example (B) Silver 905 $15.37 $0.00',
    'Cleo Example (C) User 20 $3.90 $3.91',
    'Personal orders',
    'Order Completed Bought by Counts PV Personal sale',
    'P6 April 21, 2026 yourself $150.00 130 $9.00',
    'Lines of orders below you',
    'Order By Kind Value Rate Already paid Amount',
    'P1 Bea Example (B) Direct line $512.35 3% $15.37',
    'P2 Cleo Example (C) Direct line $130.10 3% $3.90',
    'P2 Cleo Example (C) Differential $130.10 6% 3% Cleo Example $3.91',
    'Salonfront · Statement 2026-04 of A Page 1 of 2',
  ])
  expect(second?.slice(0, 4)).toEqual([
    'Reversed bonuses from earlier months',
    'Order By Kind Value Rate Already paid Amount',
    'O8 Gina E. (G) Differential –$705.07 12% 9% Bea Example –$21.15',
    'O7 Fay E. (F) Differential –$111.11 12% 6% Cleo Example –$6.66',
  ])
  expect(second).toContain(`SHA-256 of the month’s inputs: ${readStatementOfA().inputs_hash}`)
})

it('is byte-for-byte reproducible', async () => {
  const write = () => writeStatement(readStatementOfA(), settings)
  expect((await write()).equals(await write())).toBe(true)
})

it('long tables continue on pages that repeat the headings; omitted rows are counted', async () => {
  const { lines } = readStatementOfA()
  const [line] = lines ?? []
  if (!line) throw new Error('the example must have lines')
  const allPages = await renderPages({ lines: Array.from({ length: 260 }, (_, n) => ({ ...line, order_no: `N${n}` })) })
  const rows = allPages.map((page) => page.filter((text) => /^N\d/.test(text)))
  expect(rows.flat()).toHaveLength(200)
  for (const [n, page] of allPages.entries()) {
    if (rows[n]?.length) expect(page).toContain('Order By Kind Value Rate Already paid Amount')
  }
  expect(allPages.flat().join(' ')).toContain('60 more lines are not printed here')
})

it('says that there are too many lines if they are not listed', async () => {
  expect((await renderPages({ lines: null })).flat().join(' ')).toContain('There are too many to list')
})
