import * as z from 'zod/mini'
import { shipmentSteps } from '#domain/fulfillment/state.ts'
import { orderStatuses } from '#domain/order/status.ts'
import { defineAdminCall } from './admin-call.ts'
import { instant } from './fields.ts'
import { rowIds } from './paper.ts'

const text = z.string()

/** A product as it lies on a shelf. */
const Shelved = {
  /** Null where it is not in the catalog any more. */
  product_id: z.nullable(z.int()),
  name: text,
  sku: text,
  barcode: z.nullable(text),
  /** Names of other products with the same barcode: a scan does not tell them apart. */
  same_barcode: z.array(text),
  /** Empty where nobody said. */
  shelf: text,
  image: z.nullable(text),
}

const PackOrder = z.object({
  id: z.int(),
  name: text,
  type: z.enum(['D', 'P']),
  /** How it is sent. */
  how: text,
  comments: text,
  status: z.enum(orderStatuses),
  /** The day on which the check clears by which it is paid; null where none is waited for. */
  clears_on: z.nullable(text),
  /** What `expected_steps` repeats. */
  steps_taken: z.int(),
  /** Without those that were unpacked again, the first one first. */
  shipments: z.array(z.object({ id: z.int(), state: z.enum(shipmentSteps), packed_at: instant, packed_by: text })),
  /** What no shipment has yet, along the shelves. */
  lines: z.array(
    z.object({
      /** The index of the order's product, as `packOrder` names it. */
      line: z.int(),
      name: text,
      quantity: z.int(),
      /** What is fetched for it: the product, or what a package has in it. `each` is of one piece of the line. */
      parts: z.array(z.object({ ...Shelved, each: z.int() })),
    }),
  ),
})
export type PackOrder = z.infer<typeof PackOrder>

export const packListCall = defineAdminCall('packList', {
  summary: 'What is still to be packed of up to 200 orders: of all together along the shelves, and of each',
  permission: 'orders.read',
  query: z.object({ ids: rowIds }),
  responses: {
    200: z.object({
      rows: z.array(
        z.object({
          ...Shelved,
          quantity: z.int(),
          orders: z.array(z.object({ id: z.int(), quantity: z.int() })),
        }),
      ),
      /** In the order in which they were named. */
      orders: z.array(PackOrder),
    }),
  },
  errors: [404, 422],
})
