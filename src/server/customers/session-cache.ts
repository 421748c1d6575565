import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { findSession, type Session } from './sessions.ts'

/** Change notification for ended sessions and changed users. It uses page_tags, but no page has this tag. */
export const SESSIONS_CHANGED = 'sessions'

/** Maximum age of a cached session if no notification arrives (docs/decisions/0006). */
const CACHE_MS = 1_000
const MAX_CACHED = 10_000

/**
 * Finds the signed-in user, caching sessions briefly: a page and its calls request the same session within a second.
 */
export type Sessions = {
  find(token: string): Promise<Session | undefined>
  /** Clears the cache after a session has ended or a user has changed. */
  forgetAll(): void
}

/** Services of modules whose users may be signed in. */
export type AccountServices = Services & { sessions: Sessions }

export function makeSessions(db: Database): Sessions {
  const cache = new LRUCache<string, Session>({ max: MAX_CACHED, ttl: CACHE_MS })
  let generation = 0
  return {
    async find(token) {
      const cached = cache.get(token)
      if (cached) return cached
      const startGeneration = generation
      const session = await findSession(db, token)
      // A session that ended while it was being read may be stale.
      if (session && startGeneration === generation) cache.set(token, session)
      return session
    },
    forgetAll() {
      generation++
      cache.clear()
    },
  }
}
