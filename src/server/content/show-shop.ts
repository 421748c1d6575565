import type { Shop } from '#contract/content/calls.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { readNow, readPublished } from './documents/read-documents.ts'
import { presentAnnouncement, presentNotices, presentShop } from './present-content.ts'

/** Returns what every page of the shop may show. */
export async function showShop(db: Database, settings: Settings): Promise<Shop> {
  const [announcement, notices, now] = await Promise.all([
    readPublished(db, 'announcement'),
    readPublished(db, 'notices'),
    readNow(db),
  ])
  return {
    ...presentShop(settings),
    announcement: presentAnnouncement(announcement, now),
    notices: presentNotices(notices, now, ['products', 'checkout', 'all']),
  }
}
