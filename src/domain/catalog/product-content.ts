import type { Refusal } from '#domain/result.ts'

export const productStatuses = ['draft', 'active', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

export const sizeUnits = ['ml', 'l', 'fl_oz', 'g', 'kg', 'oz', 'lb', 'pc'] as const
export type SizeUnit = (typeof sizeUnits)[number]

export const documentKinds = ['safety', 'technical', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A picture in the shop's store, or only the address of one that was not fetched. */
export type ProductImage = { file: string | null; source_url: string | null; alt: string }
export type ProductDocument = { file: string; kind: DocumentKind; title: string }

/** Everything that staff edit of a product, except its stock; a version of a product is one of these. */
export type ProductContent = {
  handle: string
  name: string
  kind: 'product' | 'package'
  category_id: number | null
  vendor: string
  tags: string[]
  sku: string
  barcode: string | null
  shelf: string
  description_html: string
  price_cents: number
  /** Shown struck through next to the price. */
  compare_at_cents: number | null
  sale_price_cents: number | null
  /** ISO 8601 in UTC; null is without a beginning or end. */
  sale_from: string | null
  sale_until: string | null
  pv: number
  /** Share of the price that is CV, in hundredths of a percent. */
  commissionable_bp: number
  tax_exempt: boolean
  weight_grams: number
  status: ProductStatus
  visible_from: string | null
  visible_until: string | null
  /** Contents of one piece. */
  size_amount: number | null
  size_unit: SizeUnit | null
  search_words: string
  /** Title and description for search engines; empty uses those of the product. */
  page_title: string
  page_description: string
  family_id: number | null
  family_position: number
  option_value: string
  /** `#rrggbb` */
  swatch: string | null
  images: ProductImage[]
  /** The products in a package. */
  contents: { product_id: number; quantity: number }[]
  /** Related products chosen by staff. */
  related: number[]
  documents: ProductDocument[]
}

export type ContentField = keyof ProductContent

export type ContentRefusal = Refusal<
  | 'name_required'
  | 'sale_price_not_lower'
  | 'sale_price_required'
  | 'period_reversed'
  | 'size_incomplete'
  | 'contents_of_product'
  | 'contains_itself'
  | 'related_to_itself'
  | 'option_required'
> & { field: ContentField }

/** Finds the first rule that the content breaks by itself, without looking at other products. */
export function findContentError(content: ProductContent, id?: number): ContentRefusal | undefined {
  const { sale_price_cents: sale, price_cents: price } = content
  if (content.name.trim() === '') return { code: 'name_required', field: 'name' }
  if (sale !== null && sale >= price) return { code: 'sale_price_not_lower', field: 'sale_price_cents' }
  if (sale === null && (content.sale_from !== null || content.sale_until !== null)) {
    return { code: 'sale_price_required', field: 'sale_price_cents' }
  }
  if (isReversed(content.sale_from, content.sale_until)) return { code: 'period_reversed', field: 'sale_until' }
  if (isReversed(content.visible_from, content.visible_until))
    return { code: 'period_reversed', field: 'visible_until' }
  if ((content.size_amount === null) !== (content.size_unit === null)) {
    return { code: 'size_incomplete', field: 'size_amount' }
  }
  if (content.kind === 'product' && content.contents.length > 0) {
    return { code: 'contents_of_product', field: 'contents' }
  }
  if (content.contents.some(({ product_id }) => product_id === id))
    return { code: 'contains_itself', field: 'contents' }
  if (id !== undefined && content.related.includes(id)) return { code: 'related_to_itself', field: 'related' }
  if (content.family_id !== null && content.option_value.trim() === '') {
    return { code: 'option_required', field: 'option_value' }
  }
  return undefined
}

const isReversed = (from: string | null, until: string | null): boolean =>
  from !== null && until !== null && Date.parse(from) >= Date.parse(until)

/** A free product in the shop is so unusual that staff confirm it. */
export const isFreeForSale = ({
  status,
  price_cents,
  sale_price_cents,
}: Pick<ProductContent, 'status' | 'price_cents' | 'sale_price_cents'>): boolean =>
  status === 'active' && (price_cents === 0 || sale_price_cents === 0)

/** Returns the fields that differ, in alphabetical order. */
export const findChangedFields = (before: ProductContent, after: ProductContent): ContentField[] =>
  (Object.keys(before).toSorted() as ContentField[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
