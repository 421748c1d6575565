import { useQuery, useQueryClient } from '@tanstack/react-query'
import Menu from 'lucide-react/icons/menu'
import Close from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/customers/sign-in.ts'
import { userQuery } from '#web/account/sign-in/queries.ts'
import { ApiError } from '#web/api/api.ts'
import { paths } from '#web/api/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'My Account' }]

/** Ordered by frequency of use within each group. */
const groups = [
  {
    name: 'Orders and delivery',
    pages: [
      { label: 'My Orders', to: paths.accountOrders },
      { label: 'My Addresses', to: paths.accountAddresses },
    ],
  },
  {
    name: 'Sales',
    pages: [
      { label: 'My PVs', to: paths.accountPoints },
      { label: 'Sales Detail', to: paths.accountSales },
      { label: 'My Payouts', to: paths.accountPayouts },
    ],
  },
  { name: 'Blog', pages: [{ label: 'My Posts', to: paths.accountPosts }] },
  {
    name: 'You',
    pages: [
      { label: 'Account information', to: paths.account },
      { label: 'Change Password', to: paths.accountPassword },
      { label: 'Two-step sign-in', to: paths.accountSecurity },
      { label: 'My License', to: paths.accountLicense },
      { label: 'My Data', to: paths.accountData },
    ],
  },
]

type AccountFrameProps = { title: string; aside?: ReactNode; children: (user: User) => ReactNode }

/**
 * Frame of all account pages; shows a spinner until the user is loaded. Sends guests to the login page, including
 * users whose session ends while a page is open.
 */
export function AccountFrame({ title, aside, children }: AccountFrameProps) {
  const { data, error } = useQuery(userQuery())
  const { pathname, search } = useLocation()
  useRefetchUserOnSignOut()
  const isGuest = isRefused(error)
  const user = isGuest ? undefined : data
  useEffect(() => {
    if (isGuest) window.location.replace(`${paths.login}?next=${encodeURIComponent(pathname + search)}`)
  }, [isGuest, pathname, search])

  return (
    <>
      <PageHead title={title} />
      <PageFrame crumbs={crumbs} title={title} aside={user && aside} className="min-h-svh print:min-h-0">
        {user ? (
          <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
            <AccountNavigation user={user} current={pathname} />
            <div className="min-w-0">{children(user)}</div>
          </div>
        ) : error && !isGuest ? (
          <Alert tone="danger">We can’t load your account right now. Please try again in a moment.</Alert>
        ) : (
          <>
            <noscript>
              <Alert tone="warning">Your account requires JavaScript. Please turn it on, or call us.</Alert>
            </noscript>
            <Spinner label="Loading your account" className="text-muted" />
          </>
        )}
      </PageFrame>
    </>
  )
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Refetches the user as soon as any other query gets a 401. */
function useRefetchUserOnSignOut() {
  const client = useQueryClient()
  useEffect(() => {
    const [userCallName] = userQuery().queryKey
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      // An inactive query was started by a loader, which redirects guests itself.
      if (!event.query.isActive() || event.query.queryKey[0] === userCallName) return
      if (isRefused(event.action.error)) void client.invalidateQueries(userQuery())
    })
  }, [client])
}

function AccountNavigation({ user, current }: { user: User; current: string }) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const canOpen = (to: string) => user.type !== 'member' || to !== paths.accountOrders
  return (
    <nav aria-label="My Account" className="min-w-0 print:hidden">
      {/* Collapsed into one menu on phones: in a row, most links would be off screen. */}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-3 border-y border-hairline text-left lg:hidden"
      >
        {open ? <Close size={18} aria-hidden /> : <Menu size={18} aria-hidden />}
        Account menu
      </button>
      <ul
        id={listId}
        className={cx(
          'grid grid-cols-2 gap-x-4 gap-y-6 border-b border-hairline pt-5 pb-6 lg:grid-cols-1 lg:border-0 lg:p-0',
          !open && 'max-lg:hidden',
        )}
      >
        {groups.map(({ name, pages }) => (
          <li key={name}>
            <p id={listId + name} className="pb-1 text-note text-muted">
              {name}
            </p>
            <ul aria-labelledby={listId + name} className="border-l border-hairline">
              {pages
                .filter(({ to }) => canOpen(to))
                .map(({ label, to }) => (
                  <li key={to}>
                    <AccountLink label={label} to={to} current={current} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const linkClass = 'flex min-h-11 items-center border-l-2 pl-3.5 -ml-px lg:min-h-10'

function AccountLink({ label, to, current }: { label: string; to: string; current: string }) {
  if (to === current) {
    return (
      <span aria-current="page" className={cx(linkClass, 'border-ink font-[580]')}>
        {label}
      </span>
    )
  }
  // The current page may be below the link's page, as an order is below My Orders.
  const isParent = to !== paths.account && current.startsWith(`${to}/`)
  return (
    <PageLink
      to={to}
      aria-current={isParent ? 'true' : undefined}
      className={cx(
        linkClass,
        'underline decoration-transparent underline-offset-4 transition-colors hover:decoration-current',
        isParent ? 'border-ink font-[580]' : 'border-transparent',
      )}
    >
      {label}
    </PageLink>
  )
}
