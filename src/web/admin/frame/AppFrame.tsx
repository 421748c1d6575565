import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { QueryClientProvider } from '@tanstack/react-query'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { HotkeysProvider } from 'react-hotkeys-hook'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { CONTENT_ID, RouteFocus } from '#web/page/RouteFocus.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldContext } from '#web/ui/fields.tsx'
import { makeAdminClient, useAdminQuery } from '../api/query.ts'
import { SessionProvider } from '../api/session.tsx'
import { IconButton } from '../ui/Button.tsx'
import { compactFields } from '../ui/compact.ts'
import { LoadError, RowsSkeleton } from '../ui/states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ChangeWatcher } from './ChangeWatcher.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { Palette } from './Palette.tsx'
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx'
import { ShopLogo } from './ShopLogo.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useQueueCounts } from './use-counts.ts'

/**
 * Wraps every page except sign-in and password pages; provides the session, the navigation and the keyboard shortcuts.
 */
export function AppFrame() {
  const [client] = useState(makeAdminClient)
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <FieldContext value={compactFields}>
          <HotkeysProvider>
            <AuthenticatedApp />
          </HotkeysProvider>
        </FieldContext>
      </QueryClientProvider>
    </CSPProvider>
  )
}

function AuthenticatedApp() {
  const { data: staff, error, refetch } = useAdminQuery('staffMember')
  // Without a session, the redirect to sign-in is already under way.
  if (!staff)
    return (
      <main data-app className="mx-auto grid min-h-dvh max-w-app content-center p-6">
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={6} />}
      </main>
    )
  return (
    <SessionProvider value={staff}>
      <AppLayout />
      <ReauthenticationDialog />
      <ChangeWatcher />
      <Toasts />
    </SessionProvider>
  )
}

function AppLayout() {
  const counts = useQueueCounts()
  const isLoading = useNavigation().state === 'loading'
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  return (
    <div data-app className="grid min-h-dvh lg:grid-cols-[13.5rem_minmax(0,1fr)] print:grid-cols-1">
      <a
        href={`#${CONTENT_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-pill bg-ink px-5 py-3 text-paper focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <RouteFocus />
      <aside
        aria-label="Menu"
        className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-hairline lg:block print:hidden"
      >
        <Sidebar counts={counts} />
      </aside>
      <div className="min-w-0">
        <header className="flex items-center gap-2 border-b border-hairline px-3 py-1.5 lg:hidden print:hidden">
          <IconButton label="Menu" onClick={() => setMenuOpen(true)}>
            <Menu size={20} aria-hidden />
          </IconButton>
          <ShopLogo className="h-5 w-auto" />
          <IconButton label="Find anything" className="ml-auto" onClick={() => setPaletteOpen(true)}>
            <Search size={20} aria-hidden />
          </IconButton>
        </header>
        <main
          id={CONTENT_ID}
          tabIndex={-1}
          aria-busy={isLoading}
          className={cx('mx-auto max-w-app px-4 py-5 sm:px-8 sm:py-7', isLoading && 'opacity-60')}
        >
          <Outlet />
        </main>
      </div>
      <Base.Root open={isMenuOpen} onOpenChange={setMenuOpen}>
        <Base.Portal>
          <Base.Backdrop className="fixed inset-0 z-40 bg-shade lg:hidden" />
          <Base.Popup
            data-app
            aria-label="Menu"
            className="fixed inset-y-0 left-0 z-50 w-[min(17rem,calc(100%-3rem))] animate-slide overflow-y-auto bg-paper shadow-float lg:hidden"
          >
            <Sidebar counts={counts} onNavigate={() => setMenuOpen(false)} />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <Palette open={isPaletteOpen} onOpenChange={setPaletteOpen} />
      <KeyboardHelp />
      <ScrollRestoration />
    </div>
  )
}
