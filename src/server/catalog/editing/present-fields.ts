import type { ProductChanges, ProductFields } from '#contract/catalog/admin-calls.ts'
import type { ContentField, ProductContent } from '#domain/catalog/product-content.ts'
import { cents, toCents, toDollars } from '#domain/money/money.ts'
import { toPictureFile, toPictureSrc } from '#server/content/uploads/picture-src.ts'

const dollarsOrNull = (amount: number | null) => (amount === null ? null : toDollars(cents(amount)))
const centsOrNull = (amount: number | null) => (amount === null ? null : toCents(amount))

/** Names of the fields on the wire, where they differ from the content's. */
const wireNames: Partial<Record<ContentField, keyof ProductFields>> = {
  price_cents: 'price',
  compare_at_cents: 'compare_at_price',
  sale_price_cents: 'sale_price',
}
export const toWireName = (field: ContentField): string => wireNames[field] ?? field

/** The content as the back office edits it, with amounts in dollars. */
export function toFields({
  price_cents,
  compare_at_cents,
  sale_price_cents,
  images,
  family_position: _position,
  ...content
}: ProductContent): ProductFields {
  return {
    ...content,
    price: toDollars(cents(price_cents)),
    compare_at_price: dollarsOrNull(compare_at_cents),
    sale_price: dollarsOrNull(sale_price_cents),
    images: images.map(({ file, ...image }) => ({ ...image, src: file === null ? null : toPictureSrc(file) })),
  }
}

const INSTANTS = ['sale_from', 'sale_until', 'visible_from', 'visible_until'] as const

/** Converts changed fields; `description_html` must have been sanitized. */
export function toContentChanges({
  price,
  compare_at_price,
  sale_price,
  images,
  ...fields
}: ProductChanges): Partial<ProductContent> {
  const instants = INSTANTS.flatMap((field) => {
    const instant = fields[field]
    return instant === undefined ? [] : [[field, instant === null ? null : new Date(instant).toISOString()]]
  })
  return {
    ...withoutUndefined(fields),
    // In the format of the columns, so that a version equals its product.
    ...Object.fromEntries(instants),
    ...(fields.size_amount && { size_amount: roundSize(fields.size_amount) }),
    ...(price !== undefined && { price_cents: toCents(price) }),
    ...(compare_at_price !== undefined && { compare_at_cents: centsOrNull(compare_at_price) }),
    ...(sale_price !== undefined && { sale_price_cents: centsOrNull(sale_price) }),
    ...(images && {
      images: images.map(({ src, ...image }) => ({
        ...image,
        file: src === null ? null : toPictureFile(src),
      })),
    }),
  }
}

/** The column has three decimals. */
const roundSize = (amount: number): number => Math.max(1, Math.round(amount * 1000)) / 1000

type PresentFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
const withoutUndefined = <T extends object>(value: T): PresentFields<T> =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as PresentFields<T>
