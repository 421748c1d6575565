import { type ComponentProps, Suspense } from 'react'
import type { ProductCard as Card } from '#contract/catalog/calls.ts'
import { cx } from '#web/ui/cx.ts'
import { ProductCard } from './ProductCard.tsx'
import { layOutPlates, type Plate } from './plates.ts'

/** Grid span and card style of each plate. */
const layouts: Record<Plate, { span: string; look: ComponentProps<typeof ProductCard>['look']; sizes?: string }> = {
  large: {
    span: 'col-span-2 lg:row-span-2',
    look: 'large',
    sizes: '(min-width: 75rem) 588px, (min-width: 64rem) 48vw, 96vw',
  },
  wide: { span: 'col-span-2', look: 'side' },
  half: { span: 'lg:col-span-2', look: 'half' },
  small: { span: '', look: 'plate' },
}

export function FeaturedGrid({ products }: { products: readonly Card[] }) {
  const shapes = layOutPlates(products.length)
  return (
    <ul className="grid grid-flow-dense grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 lg:grid-cols-4 lg:gap-y-12">
      {products.map((product, i) => {
        const plate = shapes[i] ?? 'small'
        const { span, ...card } = layouts[plate]
        // The second spread mirrors the first.
        const mirrored = plate === 'large' && i % 2 === 1
        return (
          <li key={product.id} className={cx(span, mirrored && 'lg:col-start-3')}>
            <Suspense>
              <ProductCard product={product} {...card} />
            </Suspense>
          </li>
        )
      })}
    </ul>
  )
}
