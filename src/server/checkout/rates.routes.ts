import type { FastifyInstance } from 'fastify'
import {
  applyShippingTemplateCall,
  orderShippingMethodsCall,
  removeShippingMethodCall,
  removeShippingZoneCall,
  removeTaxCall,
  saveShippingMethodCall,
  saveShippingZoneCall,
  setTaxCall,
  shippingTableCall,
  taxTableCall,
  testQuoteCall,
} from '#contract/checkout/rates.ts'
import { toCents } from '#domain/money/money.ts'
import { toGrams } from '#domain/pricing/shipping-price.ts'
import { createDistanceZones, createFlatRate } from '#domain/pricing/shipping-template.ts'
import { parsePercent } from '#domain/pricing/tax.ts'
import type { NoValue, Result } from '#domain/result.ts'
import { fieldProblem, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { applyShippingTemplate } from './apply-shipping-template.ts'
import {
  orderShippingMethods,
  readShippingTable,
  removeShippingMethod,
  removeShippingZone,
  type ShippingRefusal,
  saveShippingMethod,
  saveShippingZone,
} from './change-shipping.ts'
import { presentQuoteLine, presentShippingTable, presentTaxTable } from './present-rates.ts'
import { RATES_CHANGED, shippingProblem, taxProblem, unknownStateProblem } from './rates.errors.ts'
import { getTaxVersion, listTaxRates, removeTaxRates, setTaxRate, type TaxRateRefusal } from './set-tax-rate.ts'
import { makeStaffPricing } from './staff-pricing.ts'
import { testQuote } from './test-quote.ts'

/** Serves shipping prices and tax rates (docs/back-office §6). */
export function ratesRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const readTaxTable = async () => {
    const [rates, version] = await Promise.all([listTaxRates(db), getTaxVersion(db)])
    return presentTaxTable(rates, version)
  }
  const readShipping = async () => presentShippingTable(await readShippingTable(db))
  const finishShippingChange = async (result: Result<NoValue, ShippingRefusal>) => {
    if (result.ok) return readShipping()
    if (result.refusal.code !== 'stale') throw shippingProblem(result.refusal)
    throw problem('stale', RATES_CHANGED, { current: await readShipping() })
  }
  const finishTaxChange = async (result: Result<unknown, TaxRateRefusal>, state: string) => {
    if (result.ok) return readTaxTable()
    if (result.refusal.code !== 'stale') throw taxProblem(result.refusal, state)
    throw problem('stale', RATES_CHANGED, { current: await readTaxTable() })
  }

  serve(app, taxTableCall, permitted(taxTableCall), readTaxTable)

  serve(app, setTaxCall, permitted(setTaxCall), async ({ body, caller: { actor } }) => {
    const milliPercent = parsePercent(body.percent)
    if (milliPercent === undefined) {
      throw fieldProblem(
        'invalid',
        'percent',
        'Enter a percentage from 0 to 100 with at most three decimals, such as 8.875.',
      )
    }
    if (!body.on_goods && !body.on_shipping) {
      throw fieldProblem('invalid', 'on_goods', 'A tax must apply to products, shipping or both.')
    }
    const { state, zip_prefix: zipPrefix, on_goods: onGoods, on_shipping: onShipping, from_date: fromDate } = body
    const rate = { state, zipPrefix, milliPercent, onGoods, onShipping, fromDate }
    const expectedVersion = body.expected_version
    const result = await inTransaction(db, (trx) => setTaxRate(trx, actor, { ...rate, expectedVersion }))
    return finishTaxChange(result, state)
  })

  serve(app, removeTaxCall, permitted(removeTaxCall), async ({ body, caller: { actor } }) => {
    const { state, zip_prefix: zipPrefix, expected_version } = body
    const result = await inTransaction(db, (trx) => removeTaxRates(trx, actor, { state, zipPrefix }, expected_version))
    return finishTaxChange(result, state)
  })

  serve(app, shippingTableCall, permitted(shippingTableCall), readShipping)

  serve(app, saveShippingZoneCall, permitted(saveShippingZoneCall), async ({ body, caller: { actor } }) => {
    const { expected_version, rates, prefixes, ...zone } = body
    const input = {
      ...zone,
      prefixes: [...new Set(prefixes)],
      rates: rates.map(({ method, base, per_pound }) => ({
        method,
        baseCents: toCents(base),
        perPoundCents: toCents(per_pound),
      })),
    }
    return finishShippingChange(await inTransaction(db, (trx) => saveShippingZone(trx, actor, input, expected_version)))
  })

  serve(app, removeShippingZoneCall, permitted(removeShippingZoneCall), async ({ body, caller: { actor } }) =>
    finishShippingChange(
      await inTransaction(db, (trx) => removeShippingZone(trx, actor, body.code, body.expected_version)),
    ),
  )

  serve(app, saveShippingMethodCall, permitted(saveShippingMethodCall), async ({ body, caller: { actor } }) => {
    const { expected_version, ...method } = body
    return finishShippingChange(
      await inTransaction(db, (trx) => saveShippingMethod(trx, actor, method, expected_version)),
    )
  })

  serve(app, removeShippingMethodCall, permitted(removeShippingMethodCall), async ({ body, caller: { actor } }) =>
    finishShippingChange(
      await inTransaction(db, (trx) => removeShippingMethod(trx, actor, body.code, body.expected_version)),
    ),
  )

  serve(app, orderShippingMethodsCall, permitted(orderShippingMethodsCall), async ({ body, caller: { actor } }) =>
    finishShippingChange(
      await inTransaction(db, (trx) => orderShippingMethods(trx, actor, body.codes, body.expected_version)),
    ),
  )

  serve(app, applyShippingTemplateCall, permitted(applyShippingTemplateCall), async ({ body, caller: { actor } }) => {
    const zones = body.template === 'flat' ? createFlatRate(toCents(body.price)) : createDistanceZones(body.zip)
    const input = { zones, expectedVersion: body.expected_version }
    return finishShippingChange(await inTransaction(db, (trx) => applyShippingTemplate(trx, actor, input)))
  })

  serve(app, testQuoteCall, permitted(testQuoteCall), async ({ query: { state, zip, goods, weight } }) => {
    const order = {
      destination: { state, zip },
      goodsCents: toCents(Number(goods)),
      weightGrams: toGrams(Number(weight)),
    }
    const quotes = await testQuote(db, order, makeStaffPricing(services))
    if (!quotes) throw unknownStateProblem(state)
    return { pickup: presentQuoteLine(quotes.pickup), deliveries: quotes.deliveries.map(presentQuoteLine) }
  })
}
