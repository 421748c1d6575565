import type { CardFamily, Family, Image, Product, ProductCard } from '#contract/catalog/calls.ts'
import { callPaths, fillPath } from '#contract/paths.ts'
import { countOptions, oneOption } from '#domain/catalog/option-name.ts'
import { formatSize, formatUnitPrice } from '#domain/catalog/size.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { convertStylesToClasses, toPlainText } from '#server/content/rich-text.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import type { CardFamily as CardFamilyRow, CardRow } from './card.queries.ts'
import type { PickerRow, ProductRow } from './product.queries.ts'
import { productUrl } from './urls.ts'

/**
 * At this stock or below, a page shows how many remain. The triggers on products also announce changes only in this
 * range.
 */
const LOW_STOCK_LIMIT = 5
const SUMMARY_LENGTH = 160

export const presentCard = (row: CardRow): ProductCard => ({
  ...presentMember(row),
  family: row.family && presentCardFamily(row.family),
})

function presentMember(row: Omit<CardRow, 'family'>): Omit<ProductCard, 'family'> {
  return {
    id: row.id,
    name: row.name,
    url: productUrl(row.id),
    kind: row.kind,
    category_name: row.category_name,
    size: row.size_amount === null || row.size_unit === null ? null : formatSize(row.size_amount, row.size_unit),
    image: presentImage(row.image_file, row.image_alt, row.name),
    price: dollars(row.price_cents),
    compare_at_price: comparePrice(row),
    pv: row.pv,
    stock: {
      sold_out: row.stock === 0,
      remaining: row.stock !== null && row.stock > 0 && row.stock <= LOW_STOCK_LIMIT ? row.stock : null,
    },
  }
}

export function presentProduct(row: ProductRow, related: CardRow[]): Product {
  const { category_slug: slug, category_name: name } = row
  return {
    ...presentMember(row),
    family: row.family && presentFamily(row.family),
    description_html: convertStylesToClasses(row.description_html),
    page_title: row.page_title || row.name,
    summary: row.page_description || summarize(toPlainText(row.description_html)),
    unit_price: presentUnitPrice(row),
    sku: row.sku,
    vendor: row.vendor,
    category: slug !== null && name !== null ? { slug, name } : null,
    images: row.images.map(({ file, alt }) => ({ src: toPictureSrc(file), alt: alt || row.name })),
    // A component no longer sold has no page to link to, but the package still contains it.
    contents: row.contents.map((part) => ({
      id: part.id,
      name: part.name,
      url: productUrl(part.active ? part.id : row.id),
      image: presentImage(part.image_file, part.image_alt, part.name),
      quantity: part.quantity,
      price: dollars(part.price_cents),
    })),
    documents: row.documents.map(({ file, kind, title }) => ({
      kind,
      title,
      url: fillPath(callPaths.GET.productDocument, { file }),
    })),
    related: related.map(presentCard),
  }
}

const presentCardFamily = (family: CardFamilyRow): CardFamily => ({
  id: family.id,
  name: family.name,
  members: family.members,
  options: countOptions(family.option_name, family.members),
  option: oneOption(family.option_name),
  from_price: family.lowest_cents === family.highest_cents ? null : dollars(family.lowest_cents),
  sold_out: family.sold_out,
  swatches: family.swatches,
})

const presentFamily = ({ id, name, option_name, representative_id, members }: PickerRow): Family => ({
  id,
  name,
  option_name,
  canonical_url: productUrl(representative_id),
  members: members.map((member) => ({
    id: member.id,
    url: productUrl(member.id),
    value: member.option_value,
    swatch: member.swatch,
    sold_out: member.sold_out,
  })),
})

function presentImage(file: string | null, alt: string | null, name: string): Image | null {
  return file === null ? null : { src: toPictureSrc(file), alt: alt || name }
}

const presentUnitPrice = ({ price_cents, size_amount, size_unit }: ProductRow): string | null =>
  size_amount === null || size_unit === null || price_cents === 0
    ? null
    : (formatUnitPrice(cents(price_cents), size_amount, size_unit) ?? null)

function comparePrice(row: Pick<CardRow, 'compare_at_cents' | 'price_cents'>): number | null {
  const { compare_at_cents: compareAt, price_cents: price } = row
  return compareAt !== null && compareAt > price ? dollars(compareAt) : null
}

const dollars = (amount: number): number => toDollars(cents(amount))

/** Cuts text at a word boundary for a search engine's excerpt. */
function summarize(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text
  const cut = text.slice(0, SUMMARY_LENGTH)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SUMMARY_LENGTH / 2)).replace(/(?<![\s,;:.–-])[\s,;:.–-]+$/, '')}…`
}
