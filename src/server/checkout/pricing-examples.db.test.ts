import { beforeAll, expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { clerk } from '#test/order-operations.ts'
import { readPricingExamples, readPricingRates } from '#test/pricing-tables.ts'
import { setTaxRate } from './set-tax-rate.ts'
import { findTaxRates } from './tax.queries.ts'

databaseTest('the rates of docs/pricing', (connection) => {
  beforeAll(() =>
    connection()
      .db.transaction()
      .execute(async (trx) => {
        for (const rate of readPricingRates()) await setTaxRate(trx, clerk, { ...rate, fromDate: undefined })
      }),
  )

  test.each(readPricingExamples())('give the tax of order $order: $what', async ({ destination, priced }) => {
    expect(await findTaxRates(connection().db, destination)).toEqual({
      taxRates: priced.taxRates,
      certificate: undefined,
    })
  })
})
