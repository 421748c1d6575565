import { cents, toDollars } from '#domain/money/money.ts'
import type { FoundProduct } from './product-search.queries.ts'
import { thumbnailUrl } from './urls.ts'

export const presentFound = ({ price_cents, image_file, by_barcode, ...product }: FoundProduct) => ({
  ...product,
  matched_barcode: by_barcode,
  price: toDollars(cents(price_cents)),
  image: thumbnailUrl(image_file),
})
