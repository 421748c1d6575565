import type { ModeratePostRefusal } from './moderate-post.ts'

/** Messages sent with the current post. */
export const postConflictMessages: Record<Exclude<ModeratePostRefusal['code'], 'not_found'>, string> = {
  stale: 'The author just changed this post. Check it again.',
  already_moderated: 'Someone else already handled this post.',
}

/** Message sent with the current comment. */
export const COMMENT_CONFLICT_MESSAGE = 'Someone else already did this.'
