import type { ChangeListener } from '#server/platform/database/changes.ts'
import type { CachingServices } from './serve-cached.ts'

/**
 * Drops cached pages and responses that show the changed data. Runs synchronously, so that they are dropped when the
 * commit returns.
 */
export function makeDropChanged(
  { pageCache, settings }: Pick<CachingServices, 'pageCache' | 'settings'>,
  onError: (error: unknown) => void,
): ChangeListener {
  return (tags) => {
    if (tags !== 'all' && !tags.includes('settings')) return pageCache.invalidate(tags)
    // Reloads the settings first: a page that is rendered again must not show the old ones.
    void settings
      .reload()
      .catch(onError)
      .finally(() => pageCache.invalidate(tags))
  }
}
