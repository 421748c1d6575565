import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messages } from '#contract/base/messages.ts'
import type { Shop } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { waysToPay } from './ways-to-pay.ts'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'About us' }]

export default function AboutPage() {
  const { data: shop } = useSuspenseQuery(shopQuery())
  return (
    <PageFrame crumbs={crumbs} title={`About ${shop.shop_name}`}>
      <PageHead
        title="About us"
        description={`${shop.shop_name} supplies professionals in hair, skin, nails and brows. Learn who we are, how ordering works and where to find our counter.`}
        path={paths.about}
      />
      <BreadcrumbData crumbs={crumbs} />
      <div className="grid grid-cols-1 gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-14">
          <p className="display max-w-text text-title">
            We are a supply house for professionals in hair, skin, nails and brows. We sell single products, and
            packages with everything one service needs for less than buying the pieces separately.
          </p>
          <Steps shop={shop} />
          <Notices />
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={paths.packages}>Shop all</ButtonLink>
            <ButtonLink kind="secondary" to={paths.productFinder}>
              Product finder
            </ButtonLink>
          </div>
        </div>
        <Counter shop={shop} />
      </div>
    </PageFrame>
  )
}

function Steps({ shop }: { shop: Shop }) {
  const steps = [
    {
      title: 'Choose your products',
      text: 'Order as a guest or a member. Members see the points each order earns and have their addresses and orders in one place.',
    },
    {
      title: 'Choose delivery or pickup',
      text: 'Insured delivery to your door, or free pickup at our counter.',
    },
    {
      title: 'Choose how to pay',
      text: `By ${waysToPay(shop.payment_types)}. We’ll email you when your payment arrives and when the order is completed.`,
    },
  ]
  return (
    <Part id="orders" title="How ordering works">
      <ol className="border-t border-ink">
        {steps.map(({ title, text }, i) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] border-b border-hairline py-5">
            <span className="figures text-muted" aria-hidden>
              {i + 1}
            </span>
            <div className="max-w-text">
              <h3 className="text-lead font-[560]">{title}</h3>
              <p className="pt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}

const Notices = () => (
  <Part id="good-to-know" title="Good to know">
    <dl className="grid gap-x-8 gap-y-5 border-t border-ink pt-5 sm:grid-cols-3 [&_dd]:text-muted [&_dt]:font-[560]">
      <div>
        <dt>Delivery</dt>
        <dd>{messages.arrivalNotice}</dd>
      </div>
      <div>
        <dt>Pickup</dt>
        <dd>Free, at our counter</dd>
      </div>
      <div>
        <dt>Late orders</dt>
        <dd>{messages.cutOffNotice}</dd>
      </div>
    </dl>
  </Part>
)

/** Omits settings without a value. */
function Counter({ shop }: { shop: Shop }) {
  const { shop_phone: phone, shop_email: email, pickup_address: address, pickup_hours: hours } = shop
  if (![phone, email, address, hours].some(Boolean)) return null
  return (
    <section aria-labelledby="counter" className="self-start rounded-card bg-sunken p-6 lg:sticky lg:top-24">
      <h2 id="counter" className="display pb-4 text-title">
        Pickup counter
      </h2>
      <dl className="grid gap-4 [&_dt]:text-note [&_dt]:text-muted">
        {address && (
          <div>
            <dt>Address</dt>
            <dd className="whitespace-pre-line">{address}</dd>
          </div>
        )}
        {hours && (
          <div>
            <dt>Hours</dt>
            <dd className="whitespace-pre-line">{hours.replaceAll(', ', '\n')}</dd>
          </div>
        )}
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="tap-target figures text-link">
                {phone}
              </a>
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${email}`} className="tap-target wrap-anywhere text-link">
                {email}
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="display pb-4 text-title">
      {title}
    </h2>
    {children}
  </section>
)
