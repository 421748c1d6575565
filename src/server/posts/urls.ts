import { stringify } from 'node:querystring'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import type { PostQuery } from '#contract/posts/calls.ts'

export const toPostUrl = (postId: number): string => fillPath(pagePatterns.post, { post_id: postId })
export const toCommentUrl = (postId: number, commentId: number, query: PostQuery = {}): string => {
  const search = stringify(query)
  return `${toPostUrl(postId)}${search && `?${search}`}#comment-${commentId}`
}
