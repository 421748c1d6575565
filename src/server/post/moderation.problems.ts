import type { ModerateCommentRefusal } from './moderate-comment.ts'
import type { ModeratePostRefusal } from './moderate-post.ts'

/** Beside the post as it is now. */
export function postConflict(refusal: Exclude<ModeratePostRefusal, 'no_such_post'>): string {
  switch (refusal) {
    case 'changed_meanwhile':
      return 'Its author has changed this post meanwhile. Please look at it again.'
    case 'not_possible_now':
      return 'Somebody has decided about this post meanwhile.'
  }
}

/** Beside the comment as it is now. */
export function commentConflict(refusal: Exclude<ModerateCommentRefusal, 'no_such_comment'>): string {
  switch (refusal) {
    case 'done_already':
      return 'Somebody has done so meanwhile.'
  }
}
