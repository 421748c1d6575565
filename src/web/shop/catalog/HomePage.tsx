import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Shop } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { QuickAddForm } from '#web/shop/cart/AddToCart.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FeaturedGrid } from './FeaturedGrid.tsx'
import { Popups } from './Popups.tsx'
import { homeQuery } from './queries.ts'
import { Slider } from './Slider.tsx'
import { waysToPay } from './ways-to-pay.ts'

const PROMISE = 'The supply house for hair, skin, nail and brow professionals'

const listSteps = ({ payment_types }: Shop) => [
  {
    title: 'Fill your cart between clients',
    text: 'Order as a guest or a member. Packages have everything one service needs, for less.',
  },
  {
    title: 'Have it delivered, or pick it up',
    text: 'Delivery is insured and arrives in 2 to 4 days. Pickup at our warehouse counter is free.',
  },
  {
    title: `Pay by ${waysToPay(payment_types)}`,
    text: `${payment_types.includes('card') ? '' : 'No card needed. '}Every price shows the points you earn.`,
  },
]

/** `newest` comes from a higher module and is rendered at the end. */
export default function HomePage({ newest }: { newest: ReactNode }) {
  const { data: home } = useSuspenseQuery(homeQuery())
  const { data: shop } = useSuspenseQuery(shopQuery())
  const slide = home.slides[0]
  return (
    <>
      <PageHead
        title={shop.shop_name}
        description={`${PROMISE}: complete packages and single products, delivered in 2 to 4 days or picked up for free.`}
        path={paths.home}
        image={slide ? { src: `${slide.image.src}-1280.webp`, alt: slide.image.alt, width: 1280, height: 720 } : null}
      />
      <h1 className="sr-only">
        {shop.shop_name}: {PROMISE}
      </h1>
      <Slider slides={home.slides} />
      <Popups popups={home.popups} />
      {home.featured.length > 0 && (
        <section aria-labelledby="featured" className="frame pt-16 lg:pt-24">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-8">
            <h2 id="featured" className="display text-heading">
              The packages salons reorder
            </h2>
            <PageLink to={paths.packages} className="tap-target text-link">
              Shop all
            </PageLink>
          </div>
          <QuickAddForm />
          <FeaturedGrid products={home.featured} />
        </section>
      )}
      <section aria-labelledby="how" className="frame pt-20 pb-20 lg:pt-28 lg:pb-28">
        <h2 id="how" className="display pb-8 text-heading">
          How it works for professionals
        </h2>
        <ol className="grid grid-cols-1 gap-x-6 md:grid-cols-3">
          {listSteps(shop).map(({ title, text }, i) => (
            <li key={title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-ink pt-4 pb-8">
              <span className="display figures text-title leading-none text-muted" aria-hidden="true">
                {i + 1}
              </span>
              <div>
                <h3 className="text-lead font-[560]">{title}</h3>
                <p className="max-w-80 pt-1.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      {newest}
    </>
  )
}
