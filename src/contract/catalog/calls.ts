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

/** A family of products that share a card. The figures are of the members for sale that the list includes. */
export const CardFamily = z.object({
  id: z.int(),
  name: z.string(),
  members: z.int(),
  /** `5 shades` */
  options: z.string(),
  /** `a shade` */
  option: z.string(),
  /** The lowest price; null if all members have the same. */
  from_price: z.nullable(dollars),
  /** True if no member can be bought. */
  sold_out: z.boolean(),
  /** Colors of the first members that have one, `#rrggbb`. */
  swatches: z.array(z.string()),
})
export type CardFamily = z.infer<typeof CardFamily>

/** For a family: the member that represents it in the list. */
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
  family: z.nullable(CardFamily),
})
export type ProductCard = z.infer<typeof ProductCard>

/** A family on the page of a member. `members` are those for sale, in the order of the picker. */
export const Family = z.object({
  id: z.int(),
  name: z.string(),
  option_name: z.string(),
  /** URL of the member that search engines list. */
  canonical_url: z.string(),
  members: z.array(
    z.object({
      id: z.int(),
      url: z.string(),
      /** Value of the option, such as `Red`. */
      value: z.string(),
      /** `#rrggbb` */
      swatch: z.nullable(z.string()),
      sold_out: z.boolean(),
    }),
  ),
})
export type Family = z.infer<typeof Family>

export const Product = z.extend(ProductCard, {
  family: z.nullable(Family),
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
  /** The words that were searched for, if those that were typed found nothing. */
  corrected: z.nullable(z.string()),
  /** Whether the matches have only some of the words. */
  partial: z.boolean(),
  /** Totals include subcategories, each of which follows the category it is below. */
  categories: z.array(z.object({ slug: z.string(), name: z.string(), total: z.int(), picture: z.nullable(Image) })),
})
export type Listing = z.infer<typeof Listing>

export const ListingQuery = z.object({
  category: z._default(z.string().check(z.maxLength(100)), ''),
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  sort: z._default(z.enum(SORTS), 'featured'),
  /** `1` searches only for the words as they were typed. */
  exact: z._default(z.enum(['', '1']), ''),
  page: pageNumber,
})
export type ListingQuery = z.infer<typeof ListingQuery>

export const listingCall = defineCall('listing', {
  summary: 'Lists products and packages for sale by category and search, sorted and paged',
  query: ListingQuery,
  responses: { 200: Listing },
  errors: [422],
})
export const suggestionsCall = defineCall('suggestions', {
  summary: 'Suggests products, categories and posts for an unfinished search',
  query: z.object({ q: ListingQuery.shape.q }),
  responses: {
    200: z.object({
      products: z.array(
        z.object({ id: z.int(), name: z.string(), price: dollars, url: z.string(), image: z.nullable(Image) }),
      ),
      categories: z.array(z.object({ slug: z.string(), name: z.string(), total: z.int() })),
      posts: z.array(z.object({ id: z.int(), title: z.string(), language: z.string() })),
      /** The words that were searched for, if those that were typed found nothing. */
      corrected: z.nullable(z.string()),
    }),
  },
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
