import type { ModerateCommentRefusal } from './moderate-comment.ts'
import type { ModeratePostRefusal } from './moderate-post.ts'

/** Message shown with the current post. */
export function formatPostConflict(refusal: Exclude<ModeratePostRefusal, { code: 'post_not_found' }>): string {
  switch (refusal.code) {
    case 'stale':
      return 'The author just changed this post. Check it again.'
    case 'not_possible':
      return 'Someone else already handled this post.'
  }
}

/** Message shown with the current comment. */
export function formatCommentConflict(refusal: Exclude<ModerateCommentRefusal, { code: 'comment_not_found' }>): string {
  switch (refusal.code) {
    case 'already_done':
      return 'Someone else already did this.'
  }
}
