import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { MAX_DOLLARS } from '#contract/base/admin-fields.ts'
import { instant, rowId } from '#contract/base/fields.ts'
import { MAX_CHANGED_PRODUCTS } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { ProductFields, ProductFilter, price } from './admin-calls.ts'

const text = z.string()
const { status, category_id, vendor, pv } = ProductFields.shape

const isRounded = (message: string) =>
  z.refine<number>((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, message)
const AMOUNT = 'Enter an amount, such as 2.50 or -2.50.'
const PERCENT = 'Enter a percentage from -100 to 1,000, such as 5 or -7.5.'

/** The change of every selected product. */
export const BulkChangeInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('status'), status }),
    /** null: without a category. */
    z.object({ kind: z.literal('category'), category_id }),
    z.object({ kind: z.literal('vendor'), vendor }),
    z.object({ kind: z.literal('pv'), pv }),
    /** Percentage to add to the regular price; rounded to the cent. */
    z.object({
      kind: z.literal('price_percent'),
      percent: z
        .number({ error: PERCENT })
        .check(z.minimum(-100, PERCENT), z.maximum(1000, PERCENT), isRounded('Enter at most two decimals.')),
    }),
    /** Amount to add to the regular price. */
    z.object({
      kind: z.literal('price_amount'),
      amount: z
        .number({ error: AMOUNT })
        .check(
          z.minimum(-MAX_DOLLARS, AMOUNT),
          z.maximum(MAX_DOLLARS, AMOUNT),
          isRounded('Enter at most two decimals.'),
        ),
    }),
  ],
  shopMessages.malformed,
)
export type BulkChangeInput = z.infer<typeof BulkChangeInput>

/** Products chosen one by one, or all that match a filter. */
const selection = z.union(
  [
    z.object({
      product_ids: z
        .array(rowId)
        .check(z.minLength(1, shopMessages.malformed), z.maxLength(MAX_CHANGED_PRODUCTS, shopMessages.malformed)),
    }),
    z.object({ filter: ProductFilter }),
  ],
  shopMessages.malformed,
)
export type ProductSelection = z.infer<typeof selection>

/** Set to sell products for $0.00. */
const confirmed = z._default(z.boolean(), false)

/** Fields of a product that a bulk change sets. */
const BulkFields = z.partial(
  z.object({ status, category_id: z.nullable(z.int()), vendor: text, pv: z.int(), price: price }),
)
const RefusedProduct = z.object({ product_id: z.int(), name: text, code: text, reason: text })

export const previewBulkChangeCall = defineAdminCall('previewBulkChange', {
  summary: 'Lists what a bulk change would change, up to 500 products per page, and the products that it refuses',
  permission: 'products.change',
  body: z.object({
    selection,
    change: BulkChangeInput,
    confirmed,
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: {
    200: z.object({
      /** Identifies the selected products and their versions; sent with `startBulkChange`. */
      version: Version,
      /** Number of selected products. */
      total: z.int(),
      /** Products that the change leaves as they are, and those that it refuses, on this page and after it. */
      unchanged: z.int(),
      changed: z.int(),
      refused: z.int(),
      /** The first 100 refused products. */
      refusals: z.array(RefusedProduct),
      data: z.array(
        z.object({ product_id: z.int(), version: Version, name: text, before: BulkFields, after: BulkFields }),
      ),
      next: z.nullable(z.int()),
    }),
  },
  errors: [422],
})

export const BulkRun = z.object({
  run_id: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  kind: z.enum(['status', 'category', 'vendor', 'pv', 'price_percent', 'price_amount']),
  total: z.int(),
  /** Products that were handled; `changed` and `refused` of them. */
  done: z.int(),
  changed: z.int(),
  refused: z.int(),
  /** The first 100 refused products. */
  refusals: z.array(RefusedProduct),
  requested_by: text,
  /** Whether the viewer started it. */
  personal: z.boolean(),
  requested_at: instant,
  ended_at: z.nullable(instant),
})
export type BulkRun = z.infer<typeof BulkRun>

export const startBulkChangeCall = defineAdminCall('startBulkChange', {
  summary: 'Starts a bulk change of any number of products; a job carries it out in slices',
  permission: 'products.change',
  body: z.object({ selection, change: BulkChangeInput, confirmed, expected_version }),
  responses: { 200: BulkRun },
  errors: [409, 422],
})
export const bulkRunsCall = defineAdminCall('bulkRuns', {
  summary: 'Lists the bulk change that is running and those that ended within an hour, newest first',
  permission: 'products.read',
  responses: { 200: z.object({ data: z.array(BulkRun) }) },
})

/** The URL has room for this many. */
const MAX_EXPORTED_IDS = 200
const ID_LIST = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9})*$/
export const productExportCall = defineAdminCall('productExport', {
  summary: 'Exports the products that match as CSV in Shopify’s format, which an import reads back',
  permission: 'products.read',
  query: z.extend(ProductFilter, {
    /** Only these products, separated by commas; the filter is then ignored. */
    ids: z.optional(
      z.pipe(
        z
          .string()
          .check(z.maxLength(MAX_EXPORTED_IDS * 11, shopMessages.malformed), z.regex(ID_LIST, shopMessages.malformed)),
        z.pipe(
          z.transform((list: string): (string | number)[] => list.split(',')),
          z.array(rowId).check(z.maxLength(MAX_EXPORTED_IDS, shopMessages.malformed)),
        ),
      ),
    ),
  }),
  responses: { 200: z.string() },
  contentType: 'text/csv; charset=utf-8',
  callsPerMinute: 20,
  errors: [422],
})
