import type { NoticePage } from '#contract/content/notices.ts'
import { paths } from '#web/api/paths.ts'

/** Returns whether the page with this path shows a notice of this page. */
export function showsNotice(page: NoticePage, pathname: string): boolean {
  switch (page) {
    case 'home':
      return pathname === paths.home
    case 'products':
      return pathname === paths.packages || pathname.startsWith(`${paths.packages}/`) || pathname === paths.search
    case 'checkout':
      return pathname.startsWith('/checkout/')
    case 'all':
      return true
  }
}
