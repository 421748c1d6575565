import type { ManagedProduct } from '#contract/catalog/admin-calls.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { calculateCommissionableValue } from '#domain/pricing/commissionable-value.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import { productUrl } from '../urls.ts'
import type { ManagedProductRow, PartRow } from './managed-product.queries.ts'
import { toFields } from './present-fields.ts'

export function presentManaged(row: ManagedProductRow): ManagedProduct {
  const { id, version, active, selling_price_cents, updated_at, content, contents, part_of, ...details } = row
  const fields = toFields(content)
  return {
    ...fields,
    ...details,
    product_id: id,
    version: String(version),
    url: active ? productUrl(id) : null,
    selling_price: toDollars(cents(selling_price_cents)),
    cv: toDollars(calculateCommissionableValue(cents(content.price_cents), content.commissionable_bp)),
    images: content.images.flatMap(({ file, alt }) =>
      file === null ? [] : [{ src: toPictureSrc(file), alt: alt || content.name }],
    ),
    description_html: convertStylesToClasses(content.description_html),
    contents: contents.map(presentPart),
    part_of: part_of.map(presentPart),
    updated_at: updated_at.toISOString(),
    fields,
  }
}

const presentPart = ({ price_cents, ...part }: PartRow) => ({ ...part, price: toDollars(cents(price_cents)) })
