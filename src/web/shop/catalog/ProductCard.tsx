import { useState } from 'react'
import type { ProductCard as Card, CardFamily } from '#contract/catalog/calls.ts'
import { QuickAddButton } from '#web/shop/cart/AddToCart.tsx'
import { cx } from '#web/ui/cx.ts'
import { Money } from '#web/ui/Money.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Points, Price } from './Price.tsx'

type ProductCardProps = {
  product: Card
  priority?: boolean | 'first'
  sizes?: string
  look?: keyof typeof lookClasses
}

/**
 * Plate: text below the picture. Large: the same with a larger name, as tall as its neighbors. Side: text next to the
 * picture. Half: side on desktops, plate on phones.
 */
const lookClasses = {
  plate: { card: '', picture: 'aspect-4/5', text: 'pt-3.5', name: 'text-lead' },
  large: { card: '', picture: 'aspect-4/5 lg:aspect-auto lg:flex-1', text: 'pt-3.5', name: 'text-title' },
  side: {
    card: 'grid grid-cols-2 content-start items-stretch',
    picture: 'aspect-4/5 w-full',
    text: 'flex flex-col justify-end bg-sunken p-5 lg:p-7',
    name: 'text-title',
  },
  half: {
    card: 'lg:grid lg:grid-cols-2 lg:content-start lg:items-stretch',
    picture: 'aspect-4/5 w-full',
    text: 'max-lg:pt-3.5 lg:flex lg:flex-col lg:justify-end lg:bg-sunken lg:p-7',
    name: 'text-lead lg:text-title',
  },
}

const gridSizes = '(min-width: 75rem) 282px, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, 46vw'
const tagClass = 'absolute top-3 left-3 rounded-pill bg-paper px-3 py-1 text-note font-[520]'

const cornerClass = 'absolute right-2.5 bottom-2.5 z-10'
const chooseClass =
  'flex h-11 max-w-[calc(100%-1.25rem)] items-center gap-1 rounded-pill bg-paper px-4 text-note font-[520] transition-colors hover:bg-ink hover:text-paper'
const noteClass = 'pt-0.5 text-note text-muted'

/** A product card in the style of a printed catalog: picture, then name and figures. The whole card is a link. */
export function ProductCard({ product, priority, sizes = gridSizes, look = 'plate' }: ProductCardProps) {
  const { url, image } = product
  const family = product.family && product.family.members > 1 ? product.family : null
  const { name } = family ?? product
  const stock = family ? { sold_out: family.sold_out, remaining: null } : product.stock
  const classes = lookClasses[look]
  /** Remaining stock after a request for more. */
  const [shortage, setShortage] = useState<number>()
  const remaining = shortage ?? stock.remaining
  return (
    <article className={cx('group/card relative', classes.card || 'flex h-full flex-col')}>
      <div className={cx('relative overflow-hidden bg-sunken', classes.picture)}>
        <Picture
          src={image?.src ?? null}
          alt={image?.alt ?? ''}
          sizes={sizes}
          priority={priority}
          fill
          className={cx(
            'transition-transform duration-200 group-hover/card:scale-[1.02]',
            stock.sold_out && 'opacity-60',
          )}
        />
        {stock.sold_out ? (
          <span className={tagClass}>Sold out</span>
        ) : (
          remaining !== null && (
            <span className={cx(tagClass, shortage === undefined ? 'text-warning' : 'animate-nudge text-danger')}>
              Only {remaining} left
            </span>
          )
        )}
        {!stock.sold_out &&
          (family ? (
            <PageLink to={url} className={cx(chooseClass, cornerClass)}>
              Choose <span className="truncate max-sm:sr-only">{family.option}</span>
              <span className="sr-only"> of {name}</span>
            </PageLink>
          ) : (
            <QuickAddButton product={product} onInsufficientStock={setShortage} className={cornerClass} />
          ))}
      </div>
      <div className={classes.text}>
        <h3 className={cx('display leading-tight text-balance', classes.name)}>
          <PageLink
            to={url}
            className="decoration-1 underline-offset-4 group-hover/card:underline after:absolute after:inset-0"
          >
            {name}
          </PageLink>
        </h3>
        {family ? <Options {...family} /> : product.size && <p className={noteClass}>{product.size}</p>}
        <p className="flex flex-wrap items-baseline gap-x-3 pt-1">
          {family && family.from_price !== null ? (
            <span>
              From <Money value={family.from_price} className="font-[560]" />
            </span>
          ) : (
            <>
              <Price price={product.price} before={product.compare_at_price} />
              <Points pv={product.pv} className="text-note" />
            </>
          )}
        </p>
      </div>
    </article>
  )
}

const DOT = 14
const DOT_STEP = 11

const Options = ({ options, swatches }: CardFamily) => (
  <p className={cx(noteClass, 'flex flex-wrap items-center gap-x-2.5')}>
    {options}
    {swatches.length > 1 && (
      <svg width={DOT + DOT_STEP * (swatches.length - 1)} height={DOT} className="stroke-paper" aria-hidden="true">
        {swatches.map((swatch, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: colors may repeat and are never reordered
          <circle key={i} cx={DOT / 2 + DOT_STEP * i} cy={DOT / 2} r={DOT / 2 - 0.75} fill={swatch} />
        ))}
      </svg>
    )}
  </p>
)
