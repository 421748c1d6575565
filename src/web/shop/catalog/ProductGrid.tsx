import { Suspense } from 'react'
import type { ProductCard as Card } from '#contract/catalog/calls.ts'
import { ProductCard } from './ProductCard.tsx'

export const cardGrid = 'grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4 lg:gap-y-12'

/** `above` is the number of cards above the fold; their pictures load eagerly. */
export function ProductGrid({ products, above = 0 }: { products: readonly Card[]; above?: number }) {
  return (
    <ul className={cardGrid}>
      {products.map((product, i) => (
        <li key={product.id}>
          <Suspense>
            <ProductCard product={product} priority={i < above && (i === 0 ? 'first' : true)} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}
