import type { FastifyInstance } from 'fastify'
import {
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
import { parsePercent } from '#domain/pricing/tax.ts'
import type { NoValue, Result } from '#domain/result.ts'
import { problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import {
  orderShippingMethods,
  readShippingTable,
  removeShippingMethod,
  removeShippingZone,
  type ShippingRefusal,
  saveShippingMethod,
  saveShippingZone,
} from './change-shipping.ts'
import { presentQuoted, presentShippingTable, presentTaxTable } from './present-rates.ts'
import { shippingProblem, taxProblem, unknownState } from './rates.errors.ts'
import { listTaxRates, removeTaxRates, setTaxRate, taxVersion } from './set-tax-rate.ts'
import { staffPricing } from './staff-pricing.ts'
import { testQuote } from './test-quote.ts'

/** Serves shipping prices and tax rates (docs/back-office §6). */
export function ratesRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const { permitted } = makeStaffPolicies(services)
  const taxes = async () => {
    const [rates, version] = await Promise.all([listTaxRates(db), taxVersion(db)])
    return presentTaxTable(rates, version)
  }
  const shipping = async () => presentShippingTable(await readShippingTable(db))
  const shippingAfter = async (changed: Result<NoValue, ShippingRefusal>) => {
    if (!changed.ok) throw shippingProblem(changed.refusal)
    return shipping()
  }

  serve(app, taxTableCall, permitted(taxTableCall), taxes)

  serve(app, setTaxCall, permitted(setTaxCall), async ({ body, who: { actor } }) => {
    const milliPercent = parsePercent(body.percent)
    if (milliPercent === undefined) {
      const sentence = 'Enter a percentage from 0 to 100 with at most three decimals, such as 8.875.'
      throw problem(422, sentence, { percent: sentence })
    }
    if (!body.on_goods && !body.on_shipping) {
      const sentence = 'A tax must apply to products, shipping or both.'
      throw problem(422, sentence, { on_goods: sentence })
    }
    const { state, zip_prefix: zipPrefix, on_goods: onGoods, on_shipping: onShipping, from_date: fromDate } = body
    const rate = { state, zipPrefix, milliPercent, onGoods, onShipping, fromDate }
    const set = await inTransaction(db, (trx) => setTaxRate(trx, actor, rate, body.expected))
    if (!set.ok) throw taxProblem(set.refusal, state)
    return taxes()
  })

  serve(app, removeTaxCall, permitted(removeTaxCall), async ({ body, who: { actor } }) => {
    const { state, zip_prefix: zipPrefix, expected } = body
    const removed = await inTransaction(db, (trx) => removeTaxRates(trx, actor, { state, zipPrefix }, expected))
    if (!removed.ok) throw taxProblem(removed.refusal, state)
    return taxes()
  })

  serve(app, shippingTableCall, permitted(shippingTableCall), shipping)

  serve(app, saveShippingZoneCall, permitted(saveShippingZoneCall), async ({ body, who: { actor } }) => {
    const { expected, rates, prefixes, ...zone } = body
    const given = {
      ...zone,
      prefixes: [...new Set(prefixes)],
      rates: rates.map(({ method, base, per_pound }) => ({
        method,
        baseCents: toCents(base),
        perPoundCents: toCents(per_pound),
      })),
    }
    return shippingAfter(await inTransaction(db, (trx) => saveShippingZone(trx, actor, given, expected)))
  })

  serve(app, removeShippingZoneCall, permitted(removeShippingZoneCall), async ({ body, who: { actor } }) =>
    shippingAfter(await inTransaction(db, (trx) => removeShippingZone(trx, actor, body.code, body.expected))),
  )

  serve(app, saveShippingMethodCall, permitted(saveShippingMethodCall), async ({ body, who: { actor } }) => {
    const { expected, ...method } = body
    return shippingAfter(await inTransaction(db, (trx) => saveShippingMethod(trx, actor, method, expected)))
  })

  serve(app, removeShippingMethodCall, permitted(removeShippingMethodCall), async ({ body, who: { actor } }) =>
    shippingAfter(await inTransaction(db, (trx) => removeShippingMethod(trx, actor, body.code, body.expected))),
  )

  serve(app, orderShippingMethodsCall, permitted(orderShippingMethodsCall), async ({ body, who: { actor } }) =>
    shippingAfter(await inTransaction(db, (trx) => orderShippingMethods(trx, actor, body.codes, body.expected))),
  )

  serve(app, testQuoteCall, permitted(testQuoteCall), async ({ query: { state, zip, goods, weight } }) => {
    const order = {
      destination: { state, zip },
      goodsCents: toCents(Number(goods)),
      weightGrams: toGrams(Number(weight)),
    }
    const quoted = await testQuote(db, order, staffPricing(services))
    if (!quoted) throw unknownState(state)
    return { pickup: presentQuoted(quoted.pickup), deliveries: quoted.deliveries.map(presentQuoted) }
  })
}
