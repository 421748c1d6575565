import type { ManagedProduct } from '#contract/catalog/admin-calls.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { calculateCommissionableValue } from '#domain/pricing/commissionable-value.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import type { ManagedProductRow } from './managed-product.queries.ts'
import { productUrl } from './urls.ts'

export function presentManaged(row: ManagedProductRow): ManagedProduct {
  const { id, active, price_cents, compare_at_cents, images, ...details } = row
  const price = cents(price_cents)
  return {
    ...details,
    product_id: id,
    url: active ? productUrl(id) : null,
    price: toDollars(price),
    compare_at_price: compare_at_cents === null ? null : toDollars(cents(compare_at_cents)),
    cv: toDollars(calculateCommissionableValue(price, row.commissionable_bp)),
    images: images.map(({ file, alt }) => ({ src: toPictureSrc(file), alt: alt || row.name })),
  }
}
