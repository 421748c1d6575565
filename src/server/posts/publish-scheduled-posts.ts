import type { Database } from '#server/platform/database/connection.ts'
import { type RepeatingTask, repeat } from '#server/platform/jobs/repeat.ts'
import { publishDuePosts } from './post.queries.ts'

/** A post becomes public this long after its time at most. */
const POLL_MS = 1_000

/**
 * Publishes posts whose time has come; the triggers on posts tell all processes. Can run in several processes at once:
 * a post that another one has published is no longer due.
 */
export const publishScheduledPosts = (db: Database): Promise<void> => publishDuePosts(db)

export const openPostSchedule = (db: Database, onError: (error: unknown) => void): RepeatingTask =>
  repeat(() => publishScheduledPosts(db), POLL_MS, onError)
