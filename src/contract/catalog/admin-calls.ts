import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { amount } from '#contract/base/admin-fields.ts'
import { LONG_BODY_BYTES, MAX_BODY_BYTES } from '#contract/base/call.ts'
import {
  dollars,
  instant,
  noNul,
  optionalLines,
  optionalText,
  pictureSrc,
  requiredText,
  rowId,
  textOrNull,
  urlPart,
  wholeNumber,
} from '#contract/base/fields.ts'
import { MAX_CHANGED_PRODUCTS, MAX_PRICE } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { documentKinds, productStatuses, sizeUnits } from '#domain/catalog/product-content.ts'
import { DOCUMENT_FILE, Image } from './calls.ts'

const text = z.string()

const MAX_WEIGHT_GRAMS = 100_000_000
const MAX_PV = 1_000_000
const MAX_STOCK = 1_000_000_000
const MAX_DESCRIPTION = 100_000
export const price = amount.check(z.maximum(MAX_PRICE, shopMessages.malformed))

/** Text that may be empty but has no default: a field that is not sent keeps its value. */
const sentText = (limit?: number) => optionalText(limit)._zod.def.innerType
const sentLines = (limit: number) => optionalLines(limit)._zod.def.innerType

const FIRST_INSTANT = '1970'
/** Normalized to milliseconds, so that the stored version equals what the database returns. */
const instantOrNull = z.nullable(
  z.iso.datetime('Enter a date and a time.').check(
    z.overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
    z.refine(
      (text) => Number.isNaN(Date.parse(text)) || (text >= FIRST_INSTANT && text < '9999'),
      'Enter a date from 1970 on.',
    ),
  ),
)
const isUnique = (ids: readonly number[]): boolean => new Set(ids).size === ids.length
const SIZE_STEPS = 1000
const handle = urlPart('Enter a URL handle.', 200)
const ProductImage = z
  .object({
    /** Null if only its address is known. */
    src: z.nullable(pictureSrc),
    source_url: z.nullable(z.string().check(z.minLength(1, shopMessages.malformed), z.maxLength(2000), noNul)),
    alt: optionalText(),
  })
  .check(z.refine(({ src, source_url }) => src !== null || source_url !== null, shopMessages.malformed))
const ProductDocument = z.object({
  file: z.string().check(z.regex(DOCUMENT_FILE, shopMessages.malformed)),
  kind: z.enum(documentKinds),
  title: requiredText('Enter a title.'),
})

/** Everything that staff edit of a product, except its stock. Amounts in dollars. */
const fields = {
  name: requiredText('Enter a name.'),
  kind: z.enum(['product', 'package'], shopMessages.malformed),
  category_id: z.nullable(rowId),
  vendor: sentText(),
  sku: sentText(),
  barcode: textOrNull(sentText()),
  description_html: z
    .string({ error: shopMessages.malformed })
    .check(z.maxLength(MAX_DESCRIPTION, 'This text is too long.'), noNul),
  price,
  compare_at_price: z.nullable(price),
  sale_price: z.nullable(price),
  sale_from: instantOrNull,
  sale_until: instantOrNull,
  pv: wholeNumber(0, MAX_PV, 'Enter a whole number of points.'),
  commissionable_bp: wholeNumber(0, 10_000, 'Enter a share from 0 to 100 percent.'),
  tax_exempt: z.boolean(),
  weight_grams: wholeNumber(0, MAX_WEIGHT_GRAMS, 'Enter a weight of 0 or more.'),
  shelf: sentText(),
  tags: z.array(requiredText('Enter a tag.')).check(z.maxLength(100, 'A product can have up to 100 tags.')),
  status: z.enum(productStatuses, shopMessages.malformed),
  visible_from: instantOrNull,
  visible_until: instantOrNull,
  handle,
  page_title: sentText(),
  page_description: sentLines(500),
  search_words: sentLines(1000),
  /** Contents of one piece. */
  size_amount: z.nullable(
    z.number({ error: 'Enter a size.' }).check(
      // The database keeps thousandths.
      z.overwrite((size) => Math.round(size * SIZE_STEPS) / SIZE_STEPS),
      z.positive('Enter a size greater than 0.'),
      z.maximum(1e8, shopMessages.malformed),
    ),
  ),
  size_unit: z.nullable(z.enum(sizeUnits, shopMessages.malformed)),
  family_id: z.nullable(rowId),
  option_value: sentText(100),
  swatch: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Enter a color.'))),
  images: z.array(ProductImage).check(z.maxLength(50, 'A product can have up to 50 pictures.')),
  contents: z
    .array(z.object({ product_id: rowId, quantity: wholeNumber(1, 1000, 'Enter a quantity from 1 to 1,000.') }))
    .check(
      z.maxLength(200, 'A package can have up to 200 products.'),
      z.refine((parts) => isUnique(parts.map(({ product_id }) => product_id)), 'Name each product once.'),
    ),
  related: z
    .array(rowId)
    .check(
      z.maxLength(20, 'A product can have up to 20 related products.'),
      z.refine(isUnique, 'Name each product once.'),
    ),
  documents: z.array(ProductDocument).check(z.maxLength(20, 'A product can have up to 20 documents.')),
}
export const ProductFields = z.object(fields)
export type ProductFields = z.infer<typeof ProductFields>
/** Changed fields only. */
const ProductChanges = z.partial(ProductFields)
export type ProductChanges = z.infer<typeof ProductChanges>

/** A product that contains another one, or is contained in it. */
const Part = z.object({ product_id: z.int(), name: text, quantity: z.int(), active: z.boolean(), price: dollars })

/** A product's sales data; stock has separate calls. */
export const ManagedProduct = z.object({
  product_id: z.int(),
  /** Repeated as `expected_version`. */
  version: Version,
  handle: text,
  name: text,
  kind: z.enum(['product', 'package']),
  status: z.enum(productStatuses),
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
  /** The price charged now; lower than `price` during a sale. */
  selling_price: dollars,
  compare_at_price: z.nullable(dollars),
  tax_exempt: z.boolean(),
  /** PV per piece at its price. */
  pv: z.int(),
  cv: dollars,
  /** The share of its price that is its CV, in hundredths of a percent. */
  commissionable_bp: z.int(),
  weight_grams: z.int(),
  /** The text that the store shows; `fields` has the one that the editor opens. */
  description_html: text,
  images: z.array(Image),
  /** The products that it contains. */
  contents: z.array(Part),
  /** The packages that contain it. */
  part_of: z.array(Part),
  /** Products shown as related, chosen by staff. */
  related: z.array(z.object({ product_id: z.int(), name: text })),
  /** Pieces on hand; null if not tracked. */
  stock: z.nullable(z.int()),
  /** Whether an order has it: it is then archived instead of deleted. */
  has_orders: z.boolean(),
  family: z.nullable(z.object({ family_id: z.int(), name: text, option_name: text })),
  updated_at: instant,
  /** Values of the editor. */
  fields: ProductFields,
})
export type ManagedProduct = z.infer<typeof ManagedProduct>

const params = z.object({ product_id: rowId })
/** Set to sell a product for $0.00. */
const confirmed = z.optional(z.boolean())

export const managedProductCall = defineAdminCall('managedProduct', {
  summary: 'Retrieves a product with price, points, tax, weight, pictures, and related packages or components',
  permission: 'products.read',
  params,
  responses: { 200: ManagedProduct },
  errors: [404],
})
export const addProductCall = defineAdminCall('addProduct', {
  summary: 'Adds a product. Fields that are not sent have their usual values; the handle is made from the name',
  permission: 'products.change',
  body: z.object({
    fields: z.extend(ProductChanges, { name: fields.name, price: fields.price }),
    /** Opening stock in pieces; null does not track it. */
    stock: z._default(z.nullable(wholeNumber(0, MAX_STOCK, 'Enter a valid quantity.')), null),
    /** Repeating a request with the same key returns the product that the first one added. */
    creation_key: z.optional(z.uuid(shopMessages.malformed)),
    confirmed,
  }),
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: ManagedProduct },
  errors: [409, 422],
})
export const saveProductCall = defineAdminCall('saveProduct', {
  summary: 'Changes the fields that are sent, and keeps the former version',
  permission: 'products.change',
  params,
  body: z.object({ fields: ProductChanges, expected_version, confirmed }),
  maxBodyBytes: LONG_BODY_BYTES,
  responses: { 200: ManagedProduct },
  current: ManagedProduct,
  errors: [404, 409, 422],
})
export const deleteProductCall = defineAdminCall('deleteProduct', {
  summary: 'Deletes a product without orders; others can only be archived',
  permission: 'products.change',
  params,
  body: z.object({ expected_version }),
  responses: { 200: z.object({}) },
  current: ManagedProduct,
  errors: [404, 409],
})

const ProductVersion = z.object({
  version: z.int(),
  made_at: instant,
  made_by: text,
  source: z.enum(['first', 'edit', 'bulk', 'import', 'restore', 'undo']),
  file_name: z.nullable(text),
  /** Old and new values of the changed fields as text; empty for the first version. */
  changes: z.array(z.object({ field: text, before: text, after: text })),
})
export const productHistoryCall = defineAdminCall('productHistory', {
  summary: 'Lists a product’s versions, newest first, with who changed what',
  permission: 'products.read',
  params,
  query: z.object({ after: z.optional(rowId) }),
  responses: { 200: z.object({ data: z.array(ProductVersion), next: z.nullable(z.int()) }) },
  errors: [404, 422],
})
export const restoreProductCall = defineAdminCall('restoreProduct', {
  summary: 'Saves a former version again, as a new one',
  permission: 'products.change',
  params,
  body: z.object({ version: rowId, expected_version, confirmed }),
  responses: { 200: ManagedProduct },
  current: ManagedProduct,
  errors: [404, 409, 422],
})

/** A row of the product list. */
const ListedProduct = z.object({
  product_id: z.int(),
  version: Version,
  name: text,
  kind: z.enum(['product', 'package']),
  status: z.enum(productStatuses),
  /** Whether it is in the shop now. */
  visible: z.boolean(),
  category_id: z.nullable(z.int()),
  category: z.nullable(text),
  vendor: text,
  sku: text,
  barcode: z.nullable(text),
  shelf: text,
  price: dollars,
  selling_price: dollars,
  compare_at_price: z.nullable(dollars),
  pv: z.int(),
  weight_grams: z.int(),
  /** Pieces that can be sold; null if not tracked. */
  stock: z.nullable(z.int()),
  image: z.nullable(Image),
})
export type ListedProduct = z.infer<typeof ListedProduct>

/** A minus sign sorts in descending order. */
const sortColumns = ['name', 'price', 'pv', 'stock', 'updated'] as const
export const productSorts = sortColumns.flatMap((column) => [column, `-${column}` as const])
export const productIssues = ['low_stock', 'no_picture', 'no_price'] as const
export const ProductFilter = z.object({
  /** Words of the name, or a SKU, barcode or number. */
  search: optionalText(),
  status: z.optional(z.enum(productStatuses)),
  /** 0: products without a category. */
  category_id: z.optional(wholeNumber(0, 2_147_483_647, shopMessages.malformed)),
  kind: z.optional(z.enum(['product', 'package'])),
  vendor: z.optional(requiredText(shopMessages.malformed)),
  issue: z.optional(z.enum(productIssues)),
})
export const managedProductsCall = defineAdminCall('managedProducts', {
  summary: 'Lists products, 50 per page',
  permission: 'products.read',
  query: z.object({
    ...ProductFilter.shape,
    sort: z._default(z.enum(productSorts), 'name'),
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(600))),
  }),
  responses: {
    200: z.object({
      data: z.array(ListedProduct),
      next: z.nullable(text),
      /** Number of matches, exact up to 1,000. */
      count: z.object({ value: z.int(), more: z.boolean() }),
    }),
  },
  errors: [422],
})
export const productChoicesCall = defineAdminCall('productChoices', {
  summary: 'Lists categories, vendors and families to choose from',
  permission: 'products.read',
  responses: {
    200: z.object({
      categories: z.array(z.object({ category_id: z.int(), name: text, parent_id: z.nullable(z.int()) })),
      vendors: z.array(text),
      families: z.array(z.object({ family_id: z.int(), name: text, option_name: text })),
    }),
  },
})

export const changeProductsCall = defineAdminCall('changeProducts', {
  summary: 'Changes several products, all or none. Errors are named by row and field, as `products.0.price`',
  permission: 'products.change',
  body: z.object({
    products: z
      .array(z.object({ product_id: rowId, fields: ProductChanges, expected_version: z.optional(expected_version) }))
      .check(
        z.minLength(1, shopMessages.malformed),
        z.maxLength(MAX_CHANGED_PRODUCTS, 'Change up to 500 products at once.'),
      ),
    confirmed,
  }),
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: z.object({ data: z.array(ListedProduct) }) },
  /** The rows whose version differs. */
  current: z.array(ListedProduct),
  errors: [404, 409, 422],
})
