import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { preload } from 'react-dom'
import { Outlet, ScrollRestoration } from 'react-router'
import { CONTENT_ID, RouteFocus } from '#web/page/RouteFocus.tsx'
import { shopQuery } from '#web/page/shop-query.ts'
import { PageSkeleton } from '#web/shop/catalog/PageSkeleton.tsx'
import { cx } from '#web/ui/cx.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { PageNotices } from './PageNotices.tsx'
import { usePendingPath } from './use-pending-path.ts'

export function RootLayout() {
  const { data: shop } = useSuspenseQuery(shopQuery())
  const pending = usePendingPath()
  preload(hanken, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <>
      <a
        href={`#${CONTENT_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-pill bg-ink px-5 py-3 text-paper focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <RouteFocus />
      <Header shop={shop} />
      {/* Keeps the footer below the fold while a page loads: a long page would push it out of view. */}
      <main id={CONTENT_ID} tabIndex={-1} className={cx(pending ? 'min-h-svh' : 'min-h-[70vh]', 'print:min-h-0')}>
        <PageNotices notices={shop.notices} />
        {pending ? <PageSkeleton path={pending} /> : <Outlet />}
      </main>
      <Suspense>
        <Footer shop={shop} />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}
