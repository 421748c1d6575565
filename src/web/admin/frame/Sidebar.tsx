import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import { hasPermission } from '#contract/permissions.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { send } from '../api/api.ts'
import { useStaff } from '../api/session.tsx'
import { isActivePath, type NavItem, navItems, personalNavItems } from './navigation.ts'
import { ShopLogo } from './ShopLogo.tsx'
import { useIsBeingSetUp } from './use-counts.ts'

type SidebarProps = {
  /** Queue lengths, by navigation path. */
  counts: Readonly<Record<string, ReactNode>>
  onNavigate?: () => void
}

const linkClass = (isCurrent: boolean): string =>
  cx(
    'flex min-h-9 items-center gap-3 rounded-field px-3 transition-colors pointer-coarse:min-h-11',
    isCurrent ? 'bg-sunken font-[560]' : 'text-muted hover:bg-sunken hover:text-ink',
  )

export function Sidebar({ counts, onNavigate }: SidebarProps) {
  const { pathname } = useLocation()
  const staff = useStaff()
  const [isSigningOut, setSigningOut] = useState(false)
  const isBeingSetUp = useIsBeingSetUp()

  async function signOut() {
    setSigningOut(true)
    await send('staffLogout').finally(() => window.location.assign(adminPaths.login))
  }

  /** Renders nothing when the role has no access. */
  const renderLink = ({ name, to, permission, Icon }: Omit<NavItem, 'Icon'> & Partial<NavItem>) =>
    hasPermission(staff.role, permission) && (
      <li key={name}>
        <PageLink
          to={to}
          onClick={onNavigate}
          aria-current={isActivePath(pathname, to) ? 'page' : undefined}
          className={linkClass(isActivePath(pathname, to))}
        >
          {Icon && <Icon size={17} aria-hidden />}
          {name}
          <Count>{counts[name]}</Count>
        </PageLink>
      </li>
    )

  return (
    <div className="flex h-full flex-col gap-5 p-3">
      <PageLink to={adminPaths.home} onClick={onNavigate} className="px-3 pt-3" aria-label="Today">
        <ShopLogo className="h-5 w-auto" />
      </PageLink>
      <nav aria-label="Back office">
        <ul className="grid gap-0.5">
          {isBeingSetUp && renderLink(setupItem)}
          {navItems.map(renderLink)}
        </ul>
      </nav>
      <div className="mt-auto grid gap-0.5 border-t border-hairline pt-3">
        <p className="px-3 pb-1 text-small text-muted">
          <span className="block truncate text-ink">{staff.name === '' ? staff.email : staff.name}</span>
          {ROLE_LABELS[staff.role]}
        </p>
        <nav aria-label="You">
          <ul className="grid gap-0.5">
            {personalNavItems.map(renderLink)}
            <li>
              {/* Belongs to another bundle, so the link must load the page instead of using this router. */}
              <a href={pagePaths.home} className={linkClass(false)}>
                View store
              </a>
            </li>
          </ul>
        </nav>
        <button type="button" disabled={isSigningOut} onClick={signOut} className={linkClass(false)}>
          {isSigningOut ? 'Signing out …' : 'Sign out'}
        </button>
      </div>
    </div>
  )
}

/** Only until the store opens. */
const setupItem = {
  name: 'Setup',
  to: adminPaths.setup,
  key: '',
  permission: 'settings.change',
  Icon: ListChecks,
} as const

const ROLE_LABELS = { clerk: 'Clerk', manager: 'Manager', owner: 'Owner' }

const Count = ({ children }: { children: ReactNode }) =>
  children === undefined || children === 0 ? null : (
    <span className="figures ml-auto text-small text-ink">
      {children}
      <span className="sr-only"> to do</span>
    </span>
  )
