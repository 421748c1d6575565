import { useLocation } from 'react-router'
import type { Shop } from '#contract/content/calls.ts'
import { paths } from '#web/api/paths.ts'
import { Popups } from '#web/shop/catalog/Popups.tsx'
import { showsNotice } from './notice-pages.ts'

/** Notices of this page; the home page shows its own below the slides. */
export function PageNotices({ notices }: Pick<Shop, 'notices'>) {
  const { pathname } = useLocation()
  const shown = pathname === paths.home ? [] : notices.filter(({ page }) => showsNotice(page, pathname))
  return shown.length > 0 && <Popups popups={shown} />
}
