import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { dollars, rowId } from '#contract/base/fields.ts'
import { Image } from './calls.ts'

const text = z.string()

/** A product that contains another one, or is contained in it. */
const Part = z.object({ product_id: z.int(), name: text, quantity: z.int(), active: z.boolean() })

/**
 * A product's sales data; stock has separate calls. Products are changed by importing files, not in the back office.
 */
export const ManagedProduct = z.object({
  product_id: z.int(),
  handle: text,
  name: text,
  kind: z.enum(['product', 'package']),
  /** Its page in the shop; null if it is not for sale. */
  url: z.nullable(text),
  sku: text,
  barcode: z.nullable(text),
  /** Its shelf, which determines the order of the pick list. */
  shelf: text,
  vendor: text,
  category: z.nullable(text),
  tags: z.array(text),
  price: dollars,
  compare_at_price: z.nullable(dollars),
  tax_exempt: z.boolean(),
  /** PV per piece at its price. */
  pv: z.int(),
  cv: dollars,
  /** The share of its price that is its CV, in hundredths of a percent. */
  commissionable_bp: z.int(),
  weight_grams: z.int(),
  description_html: text,
  images: z.array(Image),
  /** The products that it contains. */
  contents: z.array(Part),
  /** The packages that contain it. */
  part_of: z.array(Part),
})
export type ManagedProduct = z.infer<typeof ManagedProduct>

export const managedProductCall = defineAdminCall('managedProduct', {
  summary: 'Retrieves a product with price, points, tax, weight, pictures, and related packages or components',
  permission: 'products.read',
  params: z.object({ product_id: rowId }),
  responses: { 200: ManagedProduct },
  errors: [404],
})
