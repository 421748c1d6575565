import type { ShippingTable, TaxTable } from '#contract/checkout/rates.ts'
import { toDollars } from '#domain/money/money.ts'
import { explainStep } from '#domain/pricing/price-steps.ts'
import type { ShippingTable as StoredTable } from './change-shipping.ts'
import type { DatedTaxRate } from './tax.queries.ts'
import type { QuoteLine } from './test-quote.ts'

export const presentTaxTable = (rates: readonly DatedTaxRate[], version: string): TaxTable => ({
  version,
  data: rates.map((rate) => ({
    state: rate.state,
    zip_prefix: rate.zipPrefix,
    percent: rate.milliPercent / 1000,
    on_goods: rate.onGoods,
    on_shipping: rate.onShipping,
    from_date: rate.fromDate,
    phase: rate.phase,
  })),
})

export const presentShippingTable = ({ methods, zones, version }: StoredTable): ShippingTable => ({
  methods,
  version,
  zones: zones.map(({ rates, ...zone }) => ({
    ...zone,
    rates: rates.map(({ method, baseCents, perPoundCents }) => ({
      method,
      base: toDollars(baseCents),
      per_pound: toDollars(perPoundCents),
    })),
  })),
})

export const presentQuoteLine = ({ label, price }: QuoteLine) => ({
  label,
  total: toDollars(price.totals.totalCents),
  steps: price.steps.map(explainStep),
})
