import { stringify } from 'node:querystring'
import { fillPath, pagePatterns } from '#contract/paths.ts'
import type { PostQuery } from '#contract/posts/calls.ts'

export const postUrl = (postId: number): string => fillPath(pagePatterns.post, { post_id: postId })
export const commentUrl = (postId: number, commentId: number, query: PostQuery = {}): string => {
  const search = stringify(query)
  return `${postUrl(postId)}${search && `?${search}`}#comment-${commentId}`
}
