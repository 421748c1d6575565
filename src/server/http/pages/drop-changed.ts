import type { ChangeListener } from '#server/platform/database/changes.ts'
import type { CachingServices } from './serve-cached.ts'

/** Tag of the shop's published brand. */
const BRAND_CHANGED = 'content:brand'

/**
 * Drops cached pages and responses that show the changed data. Runs synchronously, so that they are dropped when the
 * commit returns.
 */
export function makeDropChanged(
  { pageCache, settings }: Pick<CachingServices, 'pageCache' | 'settings'>,
  onError: (error: unknown) => void,
): ChangeListener {
  return (tags) => {
    const isBrand = tags !== 'all' && tags.includes(BRAND_CHANGED)
    if (tags !== 'all' && !tags.includes('settings') && !isBrand) return pageCache.invalidate(tags)
    // Reloads the settings first: a page that is rendered again must not show the old ones.
    void settings
      .reload()
      .catch(onError)
      // Every page shows the brand.
      .finally(() => pageCache.invalidate(isBrand ? 'all' : tags))
  }
}
