import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { instant, optionalText, rowId, wholeNumber } from '#contract/base/fields.ts'
import { expected_version, Version } from '#contract/base/version.ts'

const text = z.string()
/** Null: stock is not tracked. */
const pieces = z.nullable(z.int())
const MAX_PIECES = 1_000_000_000
const productParams = z.object({ product_id: rowId })

export const StockRow = z.object({
  product_id: z.int(),
  handle: text,
  sku: text,
  name: text,
  active: z.boolean(),
  /** A package with contents has no separate stock: its components are counted. */
  has_contents: z.boolean(),
  /** On hand. */
  stock: pieces,
  /** Sellable pieces; for a package with contents, the number that its components allow. */
  available: pieces,
  /**
   * For a package with contents, the component that runs out first, relative to the quantity in the package; null if
   * none is tracked.
   */
  scarcest: z.nullable(z.object({ product_id: z.int(), name: text, stock: z.int(), quantity: z.int() })),
  /** For sale, and below the setting low_stock_below. */
  low: z.boolean(),
  /** Changes with every movement of its stock. */
  version: Version,
})
export type StockRow = z.infer<typeof StockRow>

export const StockMovement = z.object({
  /** Sequence number within the product; the first is 1. */
  number: z.int(),
  created_at: instant,
  kind: text,
  quantity: z.int(),
  /** Pieces on hand after it. */
  on_hand: z.int(),
  order_id: z.nullable(z.int()),
  reason: text,
  created_by: text,
})

export const stockCall = defineAdminCall('stock', {
  summary: 'Lists the stock of products by name, or the low-stock ones, scarcest first',
  permission: 'products.read',
  query: z.object({
    /** Part of the name, or a whole SKU, handle or id. */
    search: optionalText(),
    only: z.optional(z.enum(['low'])),
    /** The `next` of the previous page. */
    after: z.optional(rowId),
  }),
  responses: { 200: z.object({ data: z.array(StockRow), next: z.nullable(z.int()) }) },
  errors: [422],
})
export const stockDueCall = defineAdminCall('stockDue', {
  summary: 'Lists components to count because packages that may contain them were written off',
  permission: 'products.read',
  responses: {
    200: z.object({
      data: z.array(
        z.object({
          package_id: z.int(),
          package_name: text,
          /** Pieces of the package sold since the component was last counted. */
          written_off: z.int(),
          product_id: z.int(),
          product_name: text,
          stock: pieces,
          /** That of the component's stock. */
          version: Version,
        }),
      ),
    }),
  },
})
export const stockHistoryCall = defineAdminCall('stockHistory', {
  summary: 'Lists a product’s stock movements, newest first, with who and why',
  permission: 'products.read',
  params: productParams,
  query: z.object({
    /** The `next` of the previous page. */
    before: z.optional(rowId),
  }),
  responses: {
    200: z.object({ product: StockRow, movements: z.array(StockMovement), next: z.nullable(z.int()) }),
  },
  errors: [404, 422],
})

const adjustment = (minimum: number) => ({
  permission: 'products.change' as const,
  params: productParams,
  body: z.object({
    quantity: wholeNumber(minimum, MAX_PIECES, 'Enter a valid quantity.'),
    reason,
    /** Nothing is booked if the stock has moved since, so that neither a repeat nor two clerks book twice. */
    expected_version,
  }),
  responses: { 200: z.object({ product: StockRow }) },
  current: StockRow,
  errors: [404, 409, 422] as const,
})
export const receiveStockCall = defineAdminCall('receiveStock', {
  summary: 'Records a supplier’s delivery. Returns 409 with the current stock if it has moved since',
  ...adjustment(1),
})
export const countStockCall = defineAdminCall('countStock', {
  summary: 'Sets the stock on hand, after open orders; starts tracking an untracked product',
  ...adjustment(0),
})
export const correctStockCall = defineAdminCall('correctStock', {
  summary: 'Adds items, or removes them with a negative number',
  ...adjustment(-MAX_PIECES),
})
export const damageStockCall = defineAdminCall('damageStock', {
  summary: 'Removes unsellable items',
  ...adjustment(1),
})
