import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import { findSession, type Session } from './sessions.ts'

/** The change notice of ended sessions and of changed users; page_tags carries it, no page has it. */
export const SESSIONS_CHANGED = 'sessions'

/** How long a session may be taken for what it was, where no notice arrives (docs/decisions/0031). */
const KNOWN_MS = 1_000
const MOST_KNOWN = 10_000

/** Who is signed in, from memory for a moment: a page and its calls ask for the same session within a second. */
export type Sessions = {
  find(token: string): Promise<Session | undefined>
  /** Whatever was known: a session has ended or a user has changed. */
  forgetAll(): void
}

/** What the areas are given that serve people who may be signed in. */
export type AccountServices = Services & { sessions: Sessions }

export function makeSessions(db: Database): Sessions {
  const known = new LRUCache<string, Session>({ max: MOST_KNOWN, ttl: KNOWN_MS })
  let forgotten = 0
  return {
    async find(token) {
      const before = known.get(token)
      if (before) return before
      const asked = forgotten
      const session = await findSession(db, token)
      // What ended while it was read may have been read as it was before.
      if (session && asked === forgotten) known.set(token, session)
      return session
    },
    forgetAll() {
      forgotten++
      known.clear()
    },
  }
}
