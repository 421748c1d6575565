import type { ModerateCommentRefusal } from './moderate-comment.ts'
import type { ModeratePostRefusal } from './moderate-post.ts'

/** Message shown with the current post. */
export function postConflict(refusal: Exclude<ModeratePostRefusal, { code: 'no_such_post' }>): string {
  switch (refusal.code) {
    case 'changed_meanwhile':
      return 'The author just changed this post. Check it again.'
    case 'not_possible_now':
      return 'Someone else already handled this post.'
  }
}

/** Message shown with the current comment. */
export function commentConflict(refusal: Exclude<ModerateCommentRefusal, { code: 'no_such_comment' }>): string {
  switch (refusal.code) {
    case 'done_already':
      return 'Someone else already did this.'
  }
}
