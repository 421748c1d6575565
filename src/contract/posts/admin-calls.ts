import * as z from 'zod/mini'
import { defineAdminCall } from '#contract/base/admin-call.ts'
import { reason } from '#contract/base/admin-fields.ts'
import { instant, optionalText, rowId } from '#contract/base/fields.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { postStates } from './calls.ts'

const text = z.string()
const author = z.object({ user_id: z.int(), name: text, email: text })
const hiddenFields = {
  /** Why it is hidden; null if it is not. */
  hidden_reason: z.nullable(text),
  hidden_by: z.nullable(text),
  hidden_at: z.nullable(instant),
}
const after = z.optional(z.string().check(z.regex(/^\d{1,17}~[a-z]*\d{1,10}$/, shopMessages.malformed)))

const row = {
  id: z.int(),
  title: text,
  language: text,
  author,
  state: z.enum(postStates),
  ...hiddenFields,
  excerpt: text,
  /** File name of the attachment. */
  attachment: z.nullable(text),
  created_at: instant,
  /** When its author last changed it. */
  updated_at: instant,
  version: Version,
}
export const ManagedPost = z.object(row)
export type ManagedPost = z.infer<typeof ManagedPost>
export const OpenedPost = z.object({
  ...row,
  /** Rich text, sanitized by the server. */
  content: text,
})
export type OpenedPost = z.infer<typeof OpenedPost>

export const managedPostsCall = defineAdminCall('managedPosts', {
  summary: 'Lists posts by state, newest first',
  permission: 'content.change',
  query: z.object({
    show: z.optional(z.enum(postStates, shopMessages.malformed)),
    /** Part of the title, or of the author's name or email. */
    search: optionalText(),
    /** The `next` of the previous page. */
    after,
  }),
  responses: { 200: z.object({ data: z.array(ManagedPost), next: z.nullable(text) }) },
  errors: [422],
})
const postParams = z.object({ post_id: rowId })
export const managedPostCall = defineAdminCall('managedPost', {
  summary: 'Retrieves a post as readers see it',
  permission: 'content.change',
  params: postParams,
  responses: { 200: OpenedPost },
  errors: [404],
})
export const postAttachmentCall = defineAdminCall('postAttachment', {
  summary: 'Downloads a post’s attachment, including posts that are not public',
  permission: 'content.change',
  params: postParams,
  responses: { 200: z.unknown() },
  contentType: 'application/octet-stream',
  errors: [404],
})

const postMutation = {
  permission: 'content.change' as const,
  params: postParams,
  responses: { 200: OpenedPost },
  current: OpenedPost,
  errors: [404, 409, 422] as const,
}
export const approvePostCall = defineAdminCall('approvePost', {
  summary: 'Approves a pending post',
  body: z.object({ expected_version }),
  ...postMutation,
})
export const hidePostCall = defineAdminCall('hidePost', {
  summary: 'Hides a post and emails its author the reason',
  body: z.object({ expected_version, reason }),
  ...postMutation,
})
export const restorePostCall = defineAdminCall('restorePost', {
  summary: 'Restores a hidden post',
  body: z.object({ expected_version }),
  ...postMutation,
})

/** A comment or a reply to one, as moderators see it. */
export const ManagedComment = z.object({
  kind: z.enum(['comment', 'reply']),
  id: z.int(),
  post: z.object({ id: z.int(), title: text }),
  author,
  content: text,
  ...hiddenFields,
  created_at: instant,
})
export type ManagedComment = z.infer<typeof ManagedComment>

export const managedCommentsCall = defineAdminCall('managedComments', {
  summary: 'Lists comments and replies, newest first; all or only hidden ones',
  permission: 'content.change',
  query: z.object({
    show: z.optional(z.enum(['hidden'], shopMessages.malformed)),
    /** Part of the text, or of the author's name or email. */
    search: optionalText(),
    /** The `next` of the previous page. */
    after,
  }),
  responses: { 200: z.object({ data: z.array(ManagedComment), next: z.nullable(text) }) },
  errors: [422],
})

const commentMutation = {
  permission: 'content.change' as const,
  responses: { 200: ManagedComment },
  current: ManagedComment,
  errors: [404, 409, 422] as const,
}
const commentParams = z.object({ comment_id: rowId })
const replyParams = z.object({ reply_id: rowId })
export const hideCommentCall = defineAdminCall('hideComment', {
  summary: 'Hides a comment and its replies, and emails its author the reason',
  params: commentParams,
  body: z.object({ reason }),
  ...commentMutation,
})
export const restoreCommentCall = defineAdminCall('restoreComment', {
  summary: 'Restores a hidden comment',
  params: commentParams,
  ...commentMutation,
})
export const hideReplyCall = defineAdminCall('hideReply', {
  summary: 'Hides a reply and emails its author the reason',
  params: replyParams,
  body: z.object({ reason }),
  ...commentMutation,
})
export const restoreReplyCall = defineAdminCall('restoreReply', {
  summary: 'Restores a hidden reply',
  params: replyParams,
  ...commentMutation,
})
