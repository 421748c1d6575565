import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Warning from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import None from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { messages } from '#contract/base/messages.ts'
import type { Product, Stock } from '#contract/catalog/calls.ts'
import { paths } from '#web/api/paths.ts'
import { AddToCartForm } from '#web/shop/cart/AddToCart.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FamilyPicker } from './FamilyPicker.tsx'
import { Points, Price } from './Price.tsx'

/** Name, price and the add-to-cart form. On phones the form is a bar at the bottom of the window. */
export function BuyPanel({ product }: { product: Product }) {
  const { sold_out } = product.stock
  /** Remaining stock after a request for more; `times` repeats the animation on each attempt. */
  const [latestShortage, setShortage] = useState<{ id: number; left: number; times: number }>()
  // The panel stays when another member of the family is chosen.
  const shortage = latestShortage?.id === product.id ? latestShortage : undefined
  const stock = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (shortage) stock.current?.scrollIntoView({ block: 'center' })
  }, [shortage])
  return (
    <div className="lg:sticky lg:top-24">
      <h1 className="display text-heading">{product.name}</h1>
      {(product.vendor || product.category) && (
        <p className="pt-3 text-muted">
          {product.vendor}
          {product.category && (
            <>
              {product.vendor && ' · '}
              <PageLink to={paths.listing({ category: product.category.slug })} className="tap-target text-link">
                {product.category.name}
              </PageLink>
            </>
          )}
          {product.sku && <span className="figures"> · {product.sku}</span>}
        </p>
      )}
      {product.size && <p className="pt-1">{product.size}</p>}
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-t border-ink pt-4 mt-6">
        <Price price={product.price} before={product.compare_at_price} className="text-title" />
        <Points pv={product.pv} className="text-lead" />
        {product.unit_price && <span className="figures text-note text-muted">{product.unit_price}</span>}
      </p>
      {product.family && product.family.members.length > 1 && (
        <FamilyPicker key={product.family.id} family={product.family} url={product.url} />
      )}
      <AddToCartForm
        key={product.url}
        product={product}
        onInsufficientStock={(left) =>
          setShortage((before) => ({ id: product.id, left, times: (before?.times ?? 0) + 1 }))
        }
        className={cx(
          'lg:mt-6',
          sold_out
            ? 'max-lg:hidden'
            : 'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-hairline max-lg:bg-paper max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        )}
      >
        {/* Names the product once the heading has scrolled out of view. */}
        <p
          aria-hidden="true"
          className="flex basis-full flex-wrap items-baseline justify-between gap-x-4 text-note lg:hidden"
        >
          <span className="truncate">{product.name}</span>
          <Price price={product.price} before={null} />
        </p>
      </AddToCartForm>
      <ul className="mt-6 divide-y divide-hairline border-y border-hairline">
        <Notice
          key={shortage?.times}
          ref={stock}
          Sign={sold_out ? None : shortage ? Warning : Check}
          tone={shortage ? 'animate-nudge text-danger font-[560]' : stockTone(product.stock)}
        >
          {stockLabel(
            shortage && !sold_out ? { sold_out: shortage.left === 0, remaining: shortage.left } : product.stock,
          )}
        </Notice>
        {sold_out ? (
          <li className="py-3.5">
            <PageLink to={paths.faqs} className="tap-target text-link underline">
              Ask when it’s back in stock
            </PageLink>
          </li>
        ) : (
          <>
            <Notice Sign={Truck}>
              {messages.arrivalNotice}
              <span className="block text-note text-muted">Or pick it up at our counter for free.</span>
            </Notice>
            <Notice Sign={Clock}>{messages.cutOffNotice}</Notice>
          </>
        )}
      </ul>
    </div>
  )
}

type NoticeProps = { Sign: typeof Check; tone?: string; ref?: RefObject<HTMLLIElement | null>; children: ReactNode }

const Notice = ({ Sign, tone, ref, children }: NoticeProps) => (
  <li ref={ref} className={cx('grid grid-cols-[auto_1fr] gap-3.5 py-3.5', tone)}>
    <span className="pt-0.5">
      <Sign size={20} strokeWidth={1.6} aria-hidden />
    </span>
    <div>{children}</div>
  </li>
)

const stockTone = ({ sold_out, remaining }: Stock) =>
  sold_out ? 'text-danger' : remaining === null ? 'text-success' : 'text-warning'

function stockLabel({ sold_out, remaining }: Stock): string {
  if (sold_out) return 'Sold out'
  return remaining === null ? 'In stock' : `Only ${remaining} left`
}
