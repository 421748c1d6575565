import { stringify } from 'node:querystring'
import type { PostQuery } from '#contract/post.ts'

export const postUrl = (postId: number): string => `/posts/${postId}`
export const commentUrl = (postId: number, commentId: number, query: PostQuery = {}): string => {
  const search = stringify(query)
  return `${postUrl(postId)}${search && `?${search}`}#comment-${commentId}`
}
export const OWN_POSTS = '/account/posts'
