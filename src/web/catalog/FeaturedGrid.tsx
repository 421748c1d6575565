import type { ProductCard as Card } from '#contract/catalog.ts'
import { cx } from '#web/ui/cx.ts'
import { ProductCard } from './ProductCard.tsx'

/** A spread of five: one large plate as high as the four beside it; the next spread is its mirror image. */
const SPREAD = 5

export function FeaturedGrid({ products }: { products: readonly Card[] }) {
  return (
    <ul className="grid grid-flow-dense grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 lg:grid-cols-4 lg:gap-y-12">
      {products.map((product, i) => {
        // A large plate needs its four companions; what is left over stands in one row.
        const large = i % SPREAD === 0 && products.length - i >= SPREAD
        const mirrored = Math.floor(i / SPREAD) % 2 === 1
        return (
          <li
            key={product.id}
            className={cx(
              large && 'col-span-2 lg:row-span-2',
              large && (mirrored ? 'lg:col-start-3' : 'lg:col-start-1'),
            )}
          >
            <ProductCard
              product={product}
              tall={large}
              sizes={large ? '(min-width: 75rem) 588px, (min-width: 64rem) 48vw, 96vw' : undefined}
            />
          </li>
        )
      })}
    </ul>
  )
}
