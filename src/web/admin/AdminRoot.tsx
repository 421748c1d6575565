import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { preload } from 'react-dom'
import { Outlet } from 'react-router'
import { adminPaths } from '#contract/admin-paths.ts'
import { shopQuery } from '#web/page/shop-query.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ShopContext } from './frame/ShopLogo.tsx'

/** Wraps every page of the back office, before and after hydration. */
export function AdminRoot() {
  const hydrated = useHydrated()
  const initialShop = useContext(ShopContext)
  // The server loads it with each page (served-routes.tsx).
  const shop = useQueryClient().getQueryData(shopQuery().queryKey) ?? initialShop
  preload(hanken, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      <meta name="robots" content="noindex" />
      <ShopContext value={shop}>{hydrated ? <Outlet /> : <LoadingFallback />}</ShopContext>
    </>
  )
}

/** Shown until the page's scripts load; they may be slow, or removed by a newer release. */
export function LoadingFallback() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Back office</title>
      <noscript>
        <p className="max-w-narrow p-6">The back office needs JavaScript, which is turned off in this browser.</p>
      </noscript>
      <div className="grid justify-items-center gap-4">
        <Spinner label="The back office is loading" />
        <p className="shown-late text-muted">
          This is taking longer than usual.{' '}
          <a className="text-link" href={adminPaths.home}>
            Reload
          </a>
        </p>
      </div>
    </main>
  )
}
