import Search from 'lucide-react/icons/search'
import Close from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Shop } from '#contract/content/calls.ts'
import type { Navigation } from '#contract/content/navigation.ts'
import { AccountLink } from '#web/account/sign-in/AccountLink.tsx'
import { LogoutButton } from '#web/account/sign-in/LogoutButton.tsx'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { Logo } from '#web/page/Logo.tsx'
import { SearchForm } from '#web/page/SearchForm.tsx'
import { AddedLayer } from '#web/shop/cart/AddedLayer.tsx'
import { Bag } from '#web/shop/cart/MiniCart.tsx'
import { Announcement } from '#web/shop/catalog/Announcement.tsx'
import { IconButton, iconButtonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Popover, type PopoverHandle } from '#web/ui/Popover.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'

const SEARCH = 'search'

/**
 * Shrinks when it sticks without shifting the page: its reserved space stays the same, and the part that slides out
 * at the top is empty by then.
 */
export function Header({ shop }: { shop: Shop }) {
  const top = useRef<HTMLDivElement>(null)
  const user = usePersonal('user')
  const [condensed, setCondensed] = useState(false)
  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => setCondensed(entry?.isIntersecting === false))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [])

  return (
    <>
      <div ref={top}>{shop.announcement && <Announcement {...shop.announcement} />}</div>
      <header
        data-condensed={condensed || undefined}
        className="group sticky top-0 z-30 min-h-16 border-b border-transparent bg-paper transition-colors data-condensed:border-hairline lg:-top-5 lg:min-h-21 print:hidden"
      >
        {/* Wraps to a second line for large text, which breakpoints cannot detect: they depend on the window only. */}
        <div className="frame flex min-h-[inherit] flex-wrap items-center gap-x-2 transition-transform sm:gap-x-4 lg:gap-x-12 lg:group-data-condensed:translate-y-2.5">
          <div className="flex-1 lg:hidden">
            <MenuDrawer shop={shop} className="-ml-2.5" />
          </div>
          <PageLink
            to={paths.home}
            aria-label={`${shop.shop_name}, home page`}
            className="tap-target origin-left transition-transform lg:group-data-condensed:scale-90"
          >
            <Logo shop={shop} className="h-6.5 w-auto lg:h-8" />
          </PageLink>
          <MainNavigation links={shop.navigation.header} />
          <div className="-mr-2.5 flex flex-1 items-center justify-end lg:ml-auto lg:flex-none">
            {user && <LogoutButton className="max-lg:hidden" />}
            <SearchToggle />
            <AccountLink />
            <Bag />
          </div>
        </div>
        <AddedLayer />
      </header>
      <Letterhead shop={shop} />
    </>
  )
}

/** Replaces the header in print. */
const Letterhead = ({ shop }: { shop: Shop }) => (
  <div className="frame hidden justify-between gap-8 print:flex">
    <Logo shop={shop} className="h-8 w-auto" />
    <address className="figures text-right text-note whitespace-pre-line not-italic">
      {[shop.pickup_address, shop.shop_phone, shop.shop_email].filter(Boolean).join('\n')}
    </address>
  </div>
)

function MainNavigation({ links }: { links: Navigation['header'] }) {
  const { pathname, search } = useLocation()
  return (
    <nav aria-label="Main" className="max-lg:hidden">
      <ul className="flex flex-wrap gap-x-9">
        {links.map(({ label, link }) => (
          <li key={link}>
            <PageLink
              to={link}
              aria-current={link === pathname + search ? 'page' : undefined}
              className={cx(
                'tap-target font-[520] decoration-2 underline-offset-8 hover:underline aria-[current]:underline',
                'decoration-edge aria-[current]:decoration-ink',
              )}
            >
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Opens without any script of ours. */
function SearchToggle() {
  const panel = useRef<PopoverHandle>(null)
  return (
    <>
      <button
        type="button"
        popoverTarget={SEARCH}
        aria-label="Search"
        title="Search"
        className={iconButtonClass('max-[22rem]:hidden')}
      >
        <Search size={22} strokeWidth={1.6} aria-hidden />
      </button>
      <Popover
        id={SEARCH}
        ref={panel}
        label="Search"
        focus="input"
        className="inset-x-0 mx-auto w-[min(44rem,calc(100vw-2rem))] items-center gap-2 p-3 sm:p-4"
      >
        <SearchForm className="flex-1" onSearch={() => panel.current?.hide()} />
        <IconButton label="Close search" onClick={() => panel.current?.hide()}>
          <Close size={20} aria-hidden />
        </IconButton>
      </Popover>
    </>
  )
}
