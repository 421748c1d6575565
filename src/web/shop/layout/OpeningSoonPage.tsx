import { adminPaths } from '#contract/admin-paths.ts'
import type { Shop } from '#contract/content/calls.ts'
import { Logo } from '#web/page/Logo.tsx'
import { PageHead } from '#web/page/PageHead.tsx'

/** Shows visitors the name, the counter and the contact details until the store opens. Rendered only by the server. */
export const OpeningSoonPage = ({ shop }: { shop: Shop }) => (
  <main className="frame grid min-h-dvh grid-rows-[1fr_auto] gap-10 py-10">
    <PageHead title="Opening soon" />
    <div className="grid max-w-text content-center gap-6">
      {shop.logo ? (
        <Logo shop={shop} className="h-8 w-auto max-w-full justify-self-start" />
      ) : (
        <p className="display text-lead wrap-anywhere">{shop.shop_name}</p>
      )}
      <h1 className="display text-heading">Opening soon</h1>
      <p className="text-lead text-muted">We’re getting our store ready. Please come back in a little while.</p>
      <dl className="grid gap-x-12 gap-y-5 border-t border-hairline pt-6 empty:hidden sm:grid-cols-2">
        {(shop.pickup_address || shop.pickup_hours) && (
          <div>
            <dt className="pb-1 font-[580]">Pickup counter</dt>
            <dd className="whitespace-pre-line text-muted">
              {[shop.pickup_address, shop.pickup_hours].filter((text) => text !== '').join('\n')}
            </dd>
          </div>
        )}
        {(shop.shop_phone || shop.shop_email) && (
          <div>
            <dt className="pb-1 font-[580]">Talk to us</dt>
            {shop.shop_phone && (
              <dd>
                <a href={`tel:${shop.shop_phone.replace(/[^\d+]/g, '')}`} className="tap-target figures text-link">
                  {shop.shop_phone}
                </a>
              </dd>
            )}
            {shop.shop_email && (
              <dd>
                <a href={`mailto:${shop.shop_email}`} className="tap-target text-link wrap-anywhere">
                  {shop.shop_email}
                </a>
              </dd>
            )}
          </div>
        )}
      </dl>
    </div>
    <p className="text-note">
      <a href={adminPaths.login} className="tap-target text-muted hover:text-ink hover:underline">
        Staff sign-in
      </a>
    </p>
  </main>
)
