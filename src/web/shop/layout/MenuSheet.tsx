import type { Shop } from '#contract/content/calls.ts'
import { LogoutButton } from '#web/account/sign-in/LogoutButton.tsx'
import { paths } from '#web/api/paths.ts'
import { usePersonal } from '#web/api/personal.ts'
import { SearchForm } from '#web/page/SearchForm.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

export type MenuSheetProps = { open: boolean; onClose: () => void; shop: Shop }

/** The menu of narrow windows, loaded when the visitor reaches for its button. */
export default function MenuSheet({ open, onClose, shop }: MenuSheetProps) {
  const user = usePersonal('user')
  const account = user ? { label: 'My Account', link: paths.account } : { label: 'Login', link: paths.login }
  return (
    <Dialog open={open} onClose={onClose} title="Menu" look="sheet">
      <SearchForm className="pb-5" onSearch={onClose} />
      <nav aria-label="Menu">
        <ul className="divide-y divide-hairline border-y border-hairline">
          {[...shop.navigation.header, account].map(({ label, link }) => (
            <li key={link}>
              <PageLink to={link} className="display block py-4 text-title">
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {user && <LogoutButton className="-ml-3 pt-3" />}
      <p className="mt-auto pt-8 text-note text-muted">
        {shop.shop_phone && (
          <a href={`tel:${shop.shop_phone.replace(/[^\d+]/g, '')}`} className="tap-target text-link">
            {shop.shop_phone}
          </a>
        )}
        <span className="block pt-3">{shop.pickup_hours}</span>
      </p>
    </Dialog>
  )
}
