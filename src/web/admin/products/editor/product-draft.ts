import type { AdminResponse } from '#contract/admin-calls.ts'
import type { ProductFields } from '#contract/catalog/admin-calls.ts'
import { parseShopTime, toShopTime } from '#domain/calendar/shop-time.ts'
import type { DocumentKind, ProductStatus, SizeUnit } from '#domain/catalog/product-content.ts'
import { parseAmount } from '../../ui/parse-amount.ts'
import { formatOunces, parseWeight } from './weight.ts'

export type ManagedProduct = AdminResponse<'managedProduct'>

export type DraftPicture = {
  /** Identifies it in the list; a new picture has no `src` until it is uploaded. */
  key: string
  src: string | null
  source_url: string | null
  alt: string
  /** A new picture as a data URL, shown until the page is loaded again. */
  local?: string | undefined
  upload?: { state: 'waiting' | 'uploading' } | { state: 'failed'; message: string } | undefined
}
export type DraftPart = { product_id: number; name: string; price: number; quantity: string }
export type DraftRelated = { product_id: number; name: string }
export type DraftDocument = { file: string; kind: DocumentKind; title: string }

/** The editor's fields as they are entered: numbers and times as text. */
export type ProductDraft = {
  name: string
  kind: 'product' | 'package'
  category_id: string
  vendor: string
  tags: string
  sku: string
  barcode: string
  shelf: string
  description_html: string
  price: string
  compare_at_price: string
  sale_price: string
  sale_from: string
  sale_until: string
  pv: string
  /** Commissionable share in percent. */
  commissionable_bp: string
  tax_exempt: boolean
  pounds: string
  ounces: string
  status: ProductStatus
  visible_from: string
  visible_until: string
  size_amount: string
  size_unit: SizeUnit | ''
  search_words: string
  handle: string
  page_title: string
  page_description: string
  family_id: string
  option_value: string
  swatch: string
  images: DraftPicture[]
  contents: DraftPart[]
  related: DraftRelated[]
  documents: DraftDocument[]
  /** First count of a new product; empty does not track it. */
  stock: string
}

export const emptyDraft: ProductDraft = {
  ...{ name: '', kind: 'product', category_id: '', vendor: '', tags: '', sku: '', barcode: '', shelf: '' },
  ...{ description_html: '', price: '', compare_at_price: '', sale_price: '', sale_from: '', sale_until: '' },
  ...{ pv: '0', commissionable_bp: '100', tax_exempt: false, pounds: '', ounces: '' },
  ...{ status: 'draft', visible_from: '', visible_until: '', size_amount: '', size_unit: '', search_words: '' },
  ...{ handle: '', page_title: '', page_description: '', family_id: '', option_value: '', swatch: '' },
  ...{ images: [], contents: [], related: [], documents: [], stock: '' },
}

export function toDraft({ fields, contents, related }: ManagedProduct): ProductDraft {
  const { category_id, family_id, barcode, swatch, tags, size_unit } = fields
  return {
    ...fields,
    ...formatOunces(fields.weight_grams),
    category_id: textOf(category_id),
    family_id: textOf(family_id),
    barcode: barcode ?? '',
    swatch: swatch ?? '',
    tags: tags.join(', '),
    price: amountOf(fields.price),
    compare_at_price: amountOf(fields.compare_at_price),
    sale_price: amountOf(fields.sale_price),
    sale_from: timeOf(fields.sale_from),
    sale_until: timeOf(fields.sale_until),
    visible_from: timeOf(fields.visible_from),
    visible_until: timeOf(fields.visible_until),
    pv: String(fields.pv),
    commissionable_bp: String(fields.commissionable_bp / 100),
    size_amount: textOf(fields.size_amount),
    size_unit: size_unit ?? '',
    images: fields.images.map((image, index) => ({ ...image, key: `${image.src ?? image.source_url} ${index}` })),
    contents: contents.map((part) => ({ ...part, quantity: String(part.quantity) })),
    related,
    stock: '',
  }
}

/** A copy to add: a draft with a URL and a barcode of its own. */
export const toCopy = (product: ManagedProduct): ProductDraft => ({
  ...toDraft(product),
  ...{ name: `Copy of ${product.name}`, handle: '', barcode: '', status: 'draft' },
})

const textOf = (value: number | null): string => (value === null ? '' : String(value))
const amountOf = (value: number | null): string => (value === null ? '' : value.toFixed(2))
const timeOf = (value: string | null): string => (value === null ? '' : toShopTime(value))

/** The fields to send; malformed numbers are NaN and malformed times are empty, which the contract refuses. */
export function toFields(draft: ProductDraft): ProductFields {
  const { name, kind, vendor, sku, barcode, shelf, description_html, tax_exempt, status, search_words } = draft
  const { handle, page_title, page_description, option_value, swatch, size_unit, documents } = draft
  return {
    ...{ name, kind, vendor, sku, barcode, shelf, description_html, tax_exempt, status, search_words },
    ...{ handle, page_title, page_description, option_value, documents },
    category_id: idOrNull(draft.category_id),
    family_id: idOrNull(draft.family_id),
    swatch: swatch || null,
    tags: draft.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    price: parseAmount(draft.price),
    compare_at_price: amountOrNull(draft.compare_at_price),
    sale_price: amountOrNull(draft.sale_price),
    sale_from: timeOrNull(draft.sale_from),
    sale_until: timeOrNull(draft.sale_until),
    visible_from: timeOrNull(draft.visible_from),
    visible_until: timeOrNull(draft.visible_until),
    pv: parseAmount(draft.pv),
    commissionable_bp: Math.round(parseAmount(draft.commissionable_bp.replace('%', '')) * 100),
    weight_grams: parseWeight(draft.pounds, draft.ounces),
    size_amount: amountOrNull(draft.size_amount),
    size_unit: size_unit || null,
    images: draft.images.flatMap(({ src, source_url, alt, upload }) => (upload ? [] : [{ src, source_url, alt }])),
    contents: draft.contents.map(({ product_id, quantity }) => ({ product_id, quantity: parseAmount(quantity) })),
    related: draft.related.map(({ product_id }) => product_id),
  }
}

const idOrNull = (text: string): number | null => (text === '' ? null : Number(text))
const amountOrNull = (text: string): number | null => (text.trim() === '' ? null : parseAmount(text))
const timeOrNull = (text: string): string | null => (text === '' ? null : (parseShopTime(text) ?? ''))

/** The fields whose values differ. */
export function findChanges(before: ProductFields, after: ProductFields): Partial<ProductFields> {
  const names = Object.keys(after) as (keyof ProductFields)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  )
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (typeof a === typeof b && typeof a !== 'number' && JSON.stringify(a) === JSON.stringify(b))
