import * as z from 'zod/mini'
import { defineCall } from '#contract/base/call.ts'
import { dollars, pageNumber, rowId } from '#contract/base/fields.ts'
import { SORTS } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { documentKinds } from '#domain/catalog/product-content.ts'

/** `src` is the picture's path without size and format, as in `${src}-640.avif`. Widths: 320, 640, 960, 1280. */
export const Image = z.object({ src: z.string(), alt: z.string() })
export type Image = z.infer<typeof Image>

/** `remaining` is null above five, so that pages need not change with every order. */
export const Stock = z.object({ sold_out: z.boolean(), remaining: z.nullable(z.int()) })
export type Stock = z.infer<typeof Stock>

export const ProductCard = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  kind: z.enum(['product', 'package']),
  category_name: z.nullable(z.string()),
  /** Contents of one piece, `16.9 fl oz (500 ml)`. */
  size: z.nullable(z.string()),
  image: z.nullable(Image),
  price: dollars,
  compare_at_price: z.nullable(dollars),
  pv: z.int(),
  stock: Stock,
})
export type ProductCard = z.infer<typeof ProductCard>

export const Product = z.extend(ProductCard, {
  description_html: z.string(),
  /** Title of its page; its name unless staff chose another. */
  page_title: z.string(),
  /** For search engines: chosen by staff, or the description's opening as plain text. */
  summary: z.string(),
  /** `$0.59 per fl oz` */
  unit_price: z.nullable(z.string()),
  sku: z.string(),
  vendor: z.string(),
  category: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  images: z.array(Image),
  contents: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      url: z.string(),
      image: z.nullable(Image),
      quantity: z.int(),
      price: dollars,
    }),
  ),
  documents: z.array(z.object({ kind: z.enum(documentKinds), title: z.string(), url: z.string() })),
  related: z.array(ProductCard),
})
export type Product = z.infer<typeof Product>

export const Listing = z.object({
  data: z.array(ProductCard),
  page: z.int(),
  page_count: z.int(),
  total: z.int(),
  /** Current slug of the listed category; null if all are listed or it is unknown. */
  category: z.nullable(z.string()),
  /** Matches in all categories, including products without one. */
  all_total: z.int(),
  /** Totals include subcategories, each of which follows the category it is below. */
  categories: z.array(z.object({ slug: z.string(), name: z.string(), total: z.int() })),
})
export type Listing = z.infer<typeof Listing>

export const ListingQuery = z.object({
  category: z._default(z.string().check(z.maxLength(100)), ''),
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  sort: z._default(z.enum(SORTS), 'featured'),
  page: pageNumber,
})
export type ListingQuery = z.infer<typeof ListingQuery>

export const listingCall = defineCall('listing', {
  summary: 'Lists products and packages for sale by category and search, sorted and paged',
  query: ListingQuery,
  responses: { 200: Listing },
  errors: [422],
})
export const productCall = defineCall('product', {
  summary: 'Retrieves a product or package',
  params: z.object({ product_id: rowId }),
  responses: { 200: Product },
  errors: [404],
})
/** Name of a stored document. */
export const DOCUMENT_FILE = /^[a-f0-9]{32}\.pdf$/
export const productDocumentCall = defineCall('productDocument', {
  summary: 'Downloads a document of a product as PDF',
  params: z.object({ file: z.string().check(z.regex(DOCUMENT_FILE, shopMessages.malformed)) }),
  responses: { 200: z.unknown() },
  contentType: 'application/pdf',
  errors: [404],
})
