import Menu from 'lucide-react/icons/menu'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Shop } from '#contract/content.ts'
import { paths } from '#web/client/paths.ts'
import { usePersonal } from '#web/client/personal.ts'
import { SearchForm } from '#web/page/SearchForm.tsx'
import { LogoutButton } from '#web/sign-in/LogoutButton.tsx'
import { IconButton, iconButtonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { shopLinks } from './navigation.ts'

/** Anchor of the links for browsers without scripts. */
export const FOOTER_LINKS = 'shop-links'
const MENU = 'menu'

export function MenuDrawer({ shop, className }: { shop: Shop; className?: string }) {
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const user = usePersonal('user')
  const account = user ? { label: 'My Account', to: paths.account } : { label: 'Login', to: paths.login }
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every navigation
  useEffect(() => setOpen(false), [key])

  const sign = <Menu size={22} strokeWidth={1.6} aria-hidden />
  if (!hydrated) {
    return (
      <a
        id={MENU}
        href={`#${FOOTER_LINKS}`}
        data-becomes-button
        aria-label="Menu"
        className={iconButtonClass(className)}
      >
        {sign}
      </a>
    )
  }
  return (
    <>
      <IconButton id={MENU} label="Menu" aria-expanded={open} onClick={() => setOpen(true)} className={className}>
        {sign}
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title="Menu" look="sheet">
        <SearchForm className="pb-5" onSearch={() => setOpen(false)} />
        <nav aria-label="Menu">
          <ul className="divide-y divide-hairline border-y border-hairline">
            {[...shopLinks, account].map(({ label, to }) => (
              <li key={to}>
                <PageLink to={to} className="display block py-4 text-title">
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {user && <LogoutButton className="-ml-3 pt-3" />}
        <p className="mt-auto pt-8 text-note text-muted">
          {shop.shop_phone && (
            <a href={`tel:${shop.shop_phone.replace(/[^\d+]/g, '')}`} className="reach text-link">
              {shop.shop_phone}
            </a>
          )}
          <span className="block pt-3">{shop.pickup_hours}</span>
        </p>
      </Dialog>
    </>
  )
}
