import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Shop } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { BreadcrumbData, PageHead } from '#web/page/PageHead.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { PageFrame, WithAside } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ContactForm } from './ContactForm.tsx'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'Contact' }]

export default function ContactPage() {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const [search] = useSearchParams()
  return (
    <PageFrame crumbs={crumbs} title="Contact us">
      <PageHead
        title="Contact us"
        description={`Write to ${shop.shop_name}, call us or visit our counter.`}
        path={paths.contact}
      />
      <BreadcrumbData crumbs={crumbs} />
      <WithAside aside={<ContactDetails shop={shop} />}>
        <p className="max-w-text pb-7 text-muted">
          Many answers are in our{' '}
          <PageLink to={paths.faqs} className="tap-target text-link underline">
            questions and answers
          </PageLink>
          . We answer messages by email.
        </p>
        <ContactForm isSent={search.has('sent')} />
      </WithAside>
    </PageFrame>
  )
}

/** Omits settings without a value. */
function ContactDetails({ shop }: { shop: Shop }) {
  const { shop_phone: phone, shop_email: email, pickup_address: address, pickup_hours: hours } = shop
  if (![phone, email, address, hours].some(Boolean)) return null
  return (
    <dl className="grid gap-4 rounded-card bg-sunken p-6 [&_dt]:text-note [&_dt]:text-muted">
      {phone && (
        <Detail name="Phone">
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="tap-target figures text-link">
            {phone}
          </a>
        </Detail>
      )}
      {email && (
        <Detail name="Email">
          <a href={`mailto:${email}`} className="tap-target wrap-anywhere text-link">
            {email}
          </a>
        </Detail>
      )}
      {address && (
        <Detail name="Address">
          <span className="whitespace-pre-line">{address}</span>
        </Detail>
      )}
      {hours && (
        <Detail name="Hours">
          <span className="whitespace-pre-line">{hours.replaceAll(', ', '\n')}</span>
        </Detail>
      )}
    </dl>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
