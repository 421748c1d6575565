import type { Shop } from '#contract/content/calls.ts'

/** Address, hours and contact details of the shop, without those that have no value. */
export function Counter({ shop }: { shop: Shop }) {
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
