import type { ListedProduct } from '#contract/catalog/admin-calls.ts'
import { cents, toDollars } from '#domain/money/money.ts'
import { toPictureSrc } from '#server/content/uploads/picture-src.ts'
import type { ListedProductRow } from './list-managed.queries.ts'

const dollarsOrNull = (amount: number | null) => (amount === null ? null : toDollars(cents(amount)))

export const presentListed = ({
  id,
  version,
  active,
  price_cents,
  selling_price_cents,
  compare_at_cents,
  image,
  sort_key: _key,
  ...row
}: ListedProductRow): ListedProduct => ({
  ...row,
  product_id: id,
  version: String(version),
  visible: active,
  price: toDollars(cents(price_cents)),
  selling_price: toDollars(cents(selling_price_cents)),
  compare_at_price: dollarsOrNull(compare_at_cents),
  image: image && { src: toPictureSrc(image.file), alt: image.alt || row.name },
})
