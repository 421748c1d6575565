import type { Shop } from '#contract/content/calls.ts'
import type { Navigation, NavigationBody } from '#contract/content/navigation.ts'
import { contentPagePath, contentPaths, pagePaths, pagePatterns } from '#contract/paths.ts'
import { readLocalPath } from '#domain/text/link-target.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { listPublishedPages, readNow, readPublished } from './documents/read-documents.ts'
import { presentAnnouncement, presentNotices, presentShop } from './present-content.ts'
import { hasTerms } from './terms.queries.ts'

/** Returns what every page of the shop shows. */
export async function showShop(db: Database, settings: Settings): Promise<Shop> {
  const [navigation, not_found, announcement, notices, now] = await Promise.all([
    readPublished(db, 'navigation').then((body) => showNavigation(db, body)),
    readPublished(db, 'not_found'),
    readPublished(db, 'announcement'),
    readPublished(db, 'notices'),
    readNow(db),
  ])
  return {
    ...presentShop(settings),
    ...{ navigation, not_found },
    announcement: presentAnnouncement(announcement, now),
    notices: presentNotices(notices, now, ['products', 'checkout', 'all']),
  }
}

const OWN_PAGES = pagePatterns.contentPage.replace(':slug', '')

/** Leaves out links to pages that owners have not published. */
export async function showNavigation(db: Database, body: NavigationBody): Promise<Navigation> {
  const [pages, isTermsPublished] = await Promise.all([listPublishedPages(db), hasTerms(db)])
  const published = new Set(pages.map(({ slug }) => contentPagePath(slug)))
  const isShown = ({ link }: { link: string }): boolean => {
    const path = readLocalPath(link)
    if (path === undefined) return true
    if (path === pagePaths.terms) return isTermsPublished
    // Exists before its owners write it.
    if (path === pagePaths.contact) return true
    const isOwnPage = contentPaths.includes(path) || path.startsWith(OWN_PAGES)
    return !isOwnPage || published.has(path)
  }
  const { header, footer, legal } = body
  return { ...body, header: header.filter(isShown), footer: footer.filter(isShown), legal: legal.filter(isShown) }
}
