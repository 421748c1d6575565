import { Link } from 'react-router'
import type { ProductCard as Card } from '#contract/catalog.ts'
import { QuickAddButton } from '#web/cart/AddToCart.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { Points, Price } from './Price.tsx'

type ProductCardProps = {
  product: Card
  priority?: boolean
  sizes?: string
  /** Fills the height it is given, cutting the picture, so that edges align across a grid. */
  tall?: boolean
}

const inGrid = '(min-width: 75rem) 282px, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'

/** Set like a plate in a catalogue: the picture, then name and figures under a line. The whole of it is the link. */
export function ProductCard({ product, priority = false, sizes = inGrid, tall = false }: ProductCardProps) {
  const { name, url, image, stock } = product
  return (
    <article className="group/card relative flex h-full flex-col">
      <div className={cx('relative overflow-hidden bg-sunken', tall && 'lg:min-h-0 lg:flex-1')}>
        <Picture
          src={image?.src ?? null}
          alt={image?.alt ?? ''}
          sizes={sizes}
          priority={priority}
          className={cx(
            'transition-transform duration-200 group-hover/card:scale-[1.02]',
            tall && 'lg:absolute lg:inset-0 lg:h-full',
            stock.sold_out && 'opacity-60',
          )}
        />
        {stock.sold_out && (
          <span className="absolute top-3 left-3 rounded-pill bg-paper px-3 py-1 text-note font-[520]">Sold out</span>
        )}
        {!stock.sold_out && stock.left !== null && (
          <span className="absolute top-3 left-3 rounded-pill bg-paper px-3 py-1 text-note font-[520] text-warning">
            Only {stock.left} left
          </span>
        )}
        {!stock.sold_out && <QuickAddButton product={product} className="absolute right-2.5 bottom-2.5 z-10" />}
      </div>
      <div className={cx('pt-3.5', tall && 'lg:pt-4')}>
        <h3 className={cx('display leading-tight text-balance', tall ? 'text-title' : 'text-lead')}>
          <Link
            to={url}
            viewTransition
            className="decoration-1 underline-offset-4 group-hover/card:underline after:absolute after:inset-0"
          >
            {name}
          </Link>
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-3 pt-1.5">
          <Price price={product.price} before={product.compare_at_price} />
          <Points pv={product.pv} className="text-note" />
        </p>
      </div>
    </article>
  )
}
