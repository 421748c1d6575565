export const postUrl = (postId: number): string => `/posts/${postId}`
export const commentUrl = (postId: number, commentId: number): string => `${postUrl(postId)}#comment-${commentId}`
export const OWN_POSTS = '/account/posts'
