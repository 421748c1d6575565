import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { instant } from '#contract/base/fields.ts'
import { Version } from '#contract/base/version.ts'
import { shipmentSteps } from '#domain/fulfillment/state.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { rowIds } from './documents.ts'

const text = z.string()

/** A product with its shelf. */
const shelfFields = {
  /** Null if it is no longer in the catalog. */
  product_id: z.nullable(z.int()),
  name: text,
  sku: text,
  barcode: z.nullable(text),
  /** Names of other products with the same barcode: a scan does not distinguish them. */
  same_barcode: z.array(text),
  /** Empty if it is not set. */
  shelf: text,
  image: z.nullable(text),
}

const PackOrder = z.object({
  id: z.int(),
  name: text,
  type: z.enum(['D', 'P']),
  /** The shipping method. */
  shipping_method: text,
  comments: text,
  status: z.enum(orderStatuses),
  /** The day on which the check that pays it clears; null if there is no such check. */
  clears_on: z.nullable(text),
  /** The order's version; repeated as `expected_version`. */
  version: Version,
  /** Excludes unpacked ones; oldest first. */
  shipments: z.array(z.object({ id: z.int(), state: z.enum(shipmentSteps), packed_at: instant, packed_by: text })),
  /** Pieces that are in no shipment yet, in shelf order. */
  lines: z.array(
    z.object({
      /** The index of the order's product, as `packOrder` expects it. */
      line: z.int(),
      name: text,
      quantity: z.int(),
      /**
       * Products to pick for the line: the product itself, or the contents of a package. `quantity_per_unit` is the quantity per
       * piece of the line.
       */
      parts: z.array(z.object({ ...shelfFields, quantity_per_unit: z.int() })),
    }),
  ),
})
export type PackOrder = z.infer<typeof PackOrder>

export const packListCall = defineAdminCall('packList', {
  summary: 'Retrieves a pick list for up to 200 orders, by shelf and by order',
  permission: 'orders.read',
  query: z.object({ ids: rowIds }),
  responses: {
    200: z.object({
      rows: z.array(
        z.object({
          ...shelfFields,
          quantity: z.int(),
          orders: z.array(z.object({ id: z.int(), quantity: z.int() })),
        }),
      ),
      /** In the requested order. */
      orders: z.array(PackOrder),
    }),
  },
  errors: [404, 422],
})
