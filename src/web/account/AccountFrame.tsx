import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/sign-in.ts'
import { ApiError } from '#web/client/api.ts'
import { paths } from '#web/client/paths.ts'
import { PageHead } from '#web/page/PageHead.tsx'
import { userQuery } from '#web/sign-in/queries.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'

const crumbs = [{ label: 'Home', to: paths.home }, { label: 'My Account' }]

const pages = [
  { label: 'Account information', to: paths.account },
  { label: 'Change Password', to: paths.accountPassword },
  { label: 'Two-step sign-in', to: paths.accountSecurity },
  { label: 'My Orders', to: paths.accountOrders },
  { label: 'My Addresses', to: paths.accountAddresses },
  { label: 'My License', to: paths.accountLicence },
  { label: 'My PVs', to: paths.accountPoints },
  { label: 'Sales Detail', to: paths.accountSales },
  { label: 'My Payouts', to: paths.accountPayouts },
  { label: 'My Posts', to: paths.accountPosts },
  { label: 'My Data', to: paths.accountData },
]

type AccountFrameProps = { title: string; aside?: ReactNode; children: (user: User) => ReactNode }

/**
 * The frame of all account pages, with a spinner until the user is loaded. Guests are sent to the login, and so is
 * whoever has become one while the pages were open.
 */
export function AccountFrame({ title, aside, children }: AccountFrameProps) {
  const { data, error } = useQuery(userQuery())
  const { pathname, search } = useLocation()
  useUserAnew()
  const isGuest = isRefused(error)
  const user = isGuest ? undefined : data
  useEffect(() => {
    if (isGuest) window.location.replace(`${paths.login}?next=${encodeURIComponent(pathname + search)}`)
  }, [isGuest, pathname, search])

  return (
    <>
      <PageHead title={title} />
      <PageFrame crumbs={crumbs} title={title} aside={user && aside}>
        {user ? (
          <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
            <AccountNavigation user={user} current={pathname} />
            <div className="min-w-0">{children(user)}</div>
          </div>
        ) : error && !isGuest ? (
          <Alert tone="danger">Your account cannot be shown right now. Please try again in a moment.</Alert>
        ) : (
          <>
            <noscript>
              <Alert tone="warning">The account needs JavaScript. Please switch it on, or call us.</Alert>
            </noscript>
            <Spinner label="Loading your account" className="text-muted" />
          </>
        )}
      </PageFrame>
    </>
  )
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Asks for the user again as soon as any other query learns that nobody is signed in. */
function useUserAnew() {
  const client = useQueryClient()
  useEffect(() => {
    const [asksForUser] = userQuery().queryKey
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      // What no page shows yet is the read of a loader, which knows itself where guests go.
      if (!event.query.isActive() || event.query.queryKey[0] === asksForUser) return
      if (isRefused(event.action.error)) void client.invalidateQueries(userQuery())
    })
  }, [client])
}

function AccountNavigation({ user, current }: { user: User; current: string }) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page moves the row, or reading further down would jump back
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  const shown = pages.filter(({ to }) => user.type !== 'member' || to !== paths.accountOrders)
  return (
    <nav aria-label="My Account" className="min-w-0 border-b border-hairline lg:border-0 print:hidden">
      {/* On a phone a single row that scrolls sideways and starts with the current page in view. */}
      <ul
        ref={list}
        className="scroll-row gap-x-6 pb-2 whitespace-nowrap lg:grid lg:gap-y-1 lg:overflow-visible lg:pb-0"
      >
        {shown.map(({ label, to }) => (
          <li key={to} className="flex min-h-11 items-center">
            {to === current ? (
              <span aria-current="page" className="font-[560]">
                {label}
              </span>
            ) : (
              <PageLink
                to={to}
                // What is shown is a part of it, as one order is of My Orders.
                aria-current={current.startsWith(`${to}/`) && to !== paths.account ? 'true' : undefined}
                className="reach text-link hover:text-ink aria-[current]:font-[560]"
              >
                {label}
              </PageLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
