import type { Shop } from '#contract/content/calls.ts'
import { NewsletterForm } from '#web/account/sign-in/NewsletterForm.tsx'
import { LegalLinks } from '#web/page/LegalLinks.tsx'
import { Logo } from '#web/page/Logo.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { FOOTER_LINKS } from './MenuDrawer.tsx'

export function Footer({ shop }: { shop: Shop }) {
  const { navigation } = shop
  const [name, ...address] = shop.pickup_address.split('\n')
  return (
    <footer className="border-t border-ink print:hidden">
      <div className="frame grid grid-cols-1 gap-x-8 gap-y-10 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1.4fr_1.4fr] lg:py-16">
        <section className="sm:col-span-2">
          <h2 className="display text-title">{navigation.newsletter_heading}</h2>
          <p className="max-w-96 pt-1.5 text-muted">{navigation.newsletter_text}</p>
        </section>
        <NewsletterForm className="-mt-5 sm:col-span-2 lg:mt-1" />
        <div className="grid content-start gap-4">
          <Logo shop={shop} className="h-8 w-auto max-w-full justify-self-start" />
          <p className="max-w-72 text-muted">{navigation.tagline}</p>
        </div>
        <nav id={FOOTER_LINKS} aria-label="Shop">
          <h2 className="pb-3 font-[580]">Shop</h2>
          <ul className="grid gap-2.5">
            {[...navigation.header, ...navigation.footer].map(({ label, link }) => (
              <li key={link}>
                <PageLink to={link} className="tap-target text-muted hover:text-ink hover:underline">
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {(shop.pickup_address || shop.pickup_hours) && (
          <section>
            <h2 className="pb-3 font-[580]">Pickup counter</h2>
            <address className="text-muted not-italic">
              {name}
              <span className="block whitespace-pre-line">{address.join('\n')}</span>
            </address>
            <p className="pt-2.5 whitespace-pre-line text-muted">{shop.pickup_hours.replaceAll(', ', '\n')}</p>
          </section>
        )}
        {(shop.shop_phone || shop.shop_email) && (
          <section>
            <h2 className="pb-3 font-[580]">Talk to us</h2>
            <ul className="grid gap-2.5">
              {shop.shop_phone && (
                <li>
                  <a href={`tel:${shop.shop_phone.replace(/[^\d+]/g, '')}`} className="tap-target figures text-link">
                    {shop.shop_phone}
                  </a>
                </li>
              )}
              {shop.shop_email && (
                <li>
                  <a href={`mailto:${shop.shop_email}`} className="tap-target text-link wrap-anywhere">
                    {shop.shop_email}
                  </a>
                </li>
              )}
            </ul>
          </section>
        )}
        {navigation.legal.length > 0 && (
          <nav aria-label="Legal" className="border-t border-hairline pt-6 sm:col-span-2 lg:col-span-4">
            <LegalLinks links={navigation.legal} />
          </nav>
        )}
      </div>
    </footer>
  )
}
