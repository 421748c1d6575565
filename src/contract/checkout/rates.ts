import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amount } from '#contract/base/admin-fields.ts'
import { dollars, requiredText, zipText } from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
const state = z
  .string({ error: shopMessages.malformed })
  .check(z.regex(/^[A-Z]{2}$/, 'Enter a state as two letters, such as NY.'))
const zipPrefix = z
  .string({ error: shopMessages.malformed })
  .check(z.regex(/^\d{0,5}$/, 'Enter a ZIP prefix of one to five digits, or leave it blank for the whole state.'))

export const TaxRateRow = z.object({
  state: text,
  /** ZIP prefix of the location; empty: the whole state. */
  zip_prefix: text,
  /** Such as 8.875. */
  percent: z.number(),
  on_goods: z.boolean(),
  on_shipping: z.boolean(),
  /** YYYY-MM-DD, in the shop's time zone. */
  from_date: text,
  phase: z.enum(['past', 'current', 'upcoming']),
})
const TaxTable = z.object({ data: z.array(TaxRateRow), version: Version })
export type TaxTable = z.infer<typeof TaxTable>
const taxResponses = { responses: { 200: TaxTable }, current: TaxTable, errors: [409, 422] } as const

export const taxTableCall = defineAdminCall('taxTable', {
  summary: 'Lists tax rates by place and start date',
  permission: 'tax.change',
  responses: { 200: TaxTable },
})
export const setTaxCall = defineAdminCall('setTax', {
  summary: 'Sets a tax rate from a date on; existing orders keep theirs',
  permission: 'tax.change',
  body: z.object({
    state,
    zip_prefix: zipPrefix,
    /** At most three decimals. */
    percent: requiredText('Enter a percentage, such as 8.875.', 10),
    on_goods: z.boolean({ error: shopMessages.malformed }),
    on_shipping: z.boolean({ error: shopMessages.malformed }),
    /** Today or later in the shop's time zone; defaults to today. */
    from_date: z.optional(
      z.iso
        .date('Enter a start date, such as 2027-01-31.')
        .check(z.regex(/^[12]/, 'Enter a start date, such as 2027-01-31.')),
    ),
    expected_version,
  }),
  ...taxResponses,
})
export const removeTaxCall = defineAdminCall('removeTax', {
  summary: 'Ends the tax of a state with all its parts, or of one part, today; existing orders keep theirs',
  permission: 'tax.change',
  body: z.object({ state, zip_prefix: zipPrefix, expected_version }),
  ...taxResponses,
})

const code = z
  .string({ error: shopMessages.malformed })
  .check(z.regex(/^[a-z][a-z0-9_-]{0,30}$/, 'A code has lowercase letters, digits and dashes, such as two-day.'))
const MAX_DOLLARS = 10_000
const price = amount.check(z.maximum(MAX_DOLLARS, 'Enter a price of at most $10,000.'))
const Rate = z.object({
  /** The code of a shipping method. */
  method: code,
  /** Dollars per parcel, and per pound. */
  base: price,
  per_pound: price,
})
const prefix = z.string().check(z.regex(/^\d{1,5}$/, 'A ZIP prefix has one to five digits.'))
const zone = {
  code,
  name: requiredText('Enter a name.', 100),
  /** ZIP prefixes; the longest match decides. */
  prefixes: z.array(prefix).check(z.minLength(1, 'Enter at least one ZIP prefix.'), z.maxLength(1_000)),
  /** Methods without a rate are not offered in the zone. */
  rates: z.array(Rate).check(
    z.maxLength(50),
    z.refine(
      (rates) => new Set(rates.map(({ method }) => method)).size === rates.length,
      'Each method can have only one price per zone.',
    ),
  ),
}
export const ShippingTable = z.object({
  /** In the order in which they are offered. */
  methods: z.array(z.object({ code: text, label: text })),
  zones: z.array(
    z.object({
      code: text,
      name: text,
      prefixes: z.array(text),
      rates: z.array(z.object({ method: text, base: dollars, per_pound: dollars })),
    }),
  ),
  version: Version,
})
export type ShippingTable = z.infer<typeof ShippingTable>
const shippingResponses = {
  responses: { 200: ShippingTable },
  current: ShippingTable,
  errors: [404, 409, 422],
} as const

export const shippingTableCall = defineAdminCall('shippingTable', {
  summary: 'Lists shipping zones by ZIP prefix, methods and rates',
  permission: 'shipping.change',
  responses: { 200: ShippingTable },
})
export const saveShippingZoneCall = defineAdminCall('saveShippingZone', {
  summary: 'Creates a zone, or replaces its name, ZIPs and rates; existing orders keep their shipping price',
  permission: 'shipping.change',
  body: z.object({ ...zone, expected_version }),
  ...shippingResponses,
})
export const removeShippingZoneCall = defineAdminCall('removeShippingZone', {
  summary: 'Deletes a zone; its ZIPs are no longer served unless a shorter prefix of another zone matches',
  permission: 'shipping.change',
  body: z.object({ code, expected_version }),
  ...shippingResponses,
})
export const saveShippingMethodCall = defineAdminCall('saveShippingMethod', {
  summary: 'Creates a shipping method or changes its customer-facing name; zones define its rates',
  permission: 'shipping.change',
  body: z.object({ code, label: requiredText('Enter the name customers see.', 100), expected_version }),
  ...shippingResponses,
})
export const removeShippingMethodCall = defineAdminCall('removeShippingMethod', {
  summary: 'Deletes a shipping method from every zone; existing orders keep it',
  permission: 'shipping.change',
  body: z.object({ code, expected_version }),
  ...shippingResponses,
})
export const orderShippingMethodsCall = defineAdminCall('orderShippingMethods', {
  summary: 'Sets the order in which methods are offered at checkout',
  permission: 'shipping.change',
  body: z.object({
    codes: z.array(code).check(
      z.maxLength(500),
      z.refine((codes) => new Set(codes).size === codes.length, 'List each method only once.'),
    ),
    expected_version,
  }),
  ...shippingResponses,
})

export const applyShippingTemplateCall = defineAdminCall('applyShippingTemplate', {
  summary: 'Replaces all zones by a template: one price everywhere, or prices by distance from a ZIP',
  permission: 'shipping.change',
  body: z.discriminatedUnion('template', [
    z.object({ template: z.literal('flat'), price, expected_version }),
    z.object({ template: z.literal('distance'), zip: zipText(formMessages.zipcodeRequired), expected_version }),
  ]),
  ...shippingResponses,
})

const QuotedTotal = z.object({ label: text, total: dollars, steps: z.array(text) })
export const testQuoteCall = defineAdminCall('testQuote', {
  summary: 'Calculates the total of a sample order, for pickup and for each shipping method, with every step',
  permission: 'shipping.change',
  query: z.object({
    state,
    zip: zipText(formMessages.zipcodeRequired),
    /** Value of the goods in dollars. */
    goods: z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount, such as 125.00.')),
    /** Weight in pounds. */
    weight: z.string().check(z.regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter the weight in pounds, such as 3.5.')),
  }),
  responses: {
    200: z.object({
      pickup: QuotedTotal,
      /** Empty if the shop does not deliver to the ZIP. */
      deliveries: z.array(QuotedTotal),
    }),
  },
  errors: [422],
})
