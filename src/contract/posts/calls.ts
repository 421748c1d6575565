import * as z from 'zod/mini'
import { defineCall, MAX_BODY_BYTES } from '#contract/base/call.ts'
import {
  instant,
  noNul,
  offset,
  optionalText,
  pageNumber,
  requiredLines,
  requiredText,
  rowId,
  textOfAnyLength,
} from '#contract/base/fields.ts'
import { formMessages } from '#contract/base/form-messages.ts'
import { ATTACHMENT_LIMIT, COMMENT_LIMIT, PICTURE_LIMIT, POST_LANGUAGES } from '#contract/base/limits.ts'
import { shopMessages } from '#contract/base/messages.ts'
import { pageMessages } from '#contract/base/page-messages.ts'
import { expected_version, Version } from '#contract/base/version.ts'
import { ProductCard } from '#contract/catalog/calls.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, readTags } from '#domain/posts/tags.ts'

const language = z.enum(POST_LANGUAGES, { error: pageMessages.languageUnknown })
const commentText = requiredLines(formMessages.contentRequired, COMMENT_LIMIT)

/**
 * Waiting: for approval (setting review_posts). Hidden: by staff, with a reason. Draft: until its author publishes it.
 * Scheduled: public from `publish_at` on.
 */
export const postStates = ['public', 'waiting', 'hidden', 'draft', 'scheduled'] as const

/** One of the user's posts, as listed and edited in the account. */
export const MyPost = z.object({
  id: z.int(),
  title: z.string(),
  language,
  /** Rich text, sanitized by the server. */
  content: z.string(),
  /** The attached file's original name; null without one. */
  attachment: z.nullable(z.string()),
  attachment_url: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  version: Version,
  /** Visible to everybody, or only to its author. */
  state: z.enum(postStates),
  /** Why staff have hidden it. */
  hidden_reason: z.nullable(z.string()),
  /** URL of the picture chosen for lists; null for the first one of the content. */
  cover: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** When it becomes public, if that is in the future. */
  publish_at: z.nullable(instant),
})
export type MyPost = z.infer<typeof MyPost>

export const MyPosts = z.object({ data: z.array(MyPost), page_count: z.int() })
export type MyPosts = z.infer<typeof MyPosts>

const tags = z.string({ error: shopMessages.malformed }).check(
  z.maxLength(1000, pageMessages.tooManyTags),
  noNul,
  z.refine((text) => readTags(text).length <= MAX_TAGS, pageMessages.tooManyTags),
  z.refine((text) => readTags(text).every((tag) => tag.length <= MAX_TAG_LENGTH), pageMessages.tagTooLong),
)
/** An instant, or empty for the present. */
const publishAt = z
  .string({ error: pageMessages.publishAtInvalid })
  .check(z.refine((text) => text === '' || isPublishTime(text), pageMessages.publishAtInvalid))
const isPublishTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) && text > '2000' && text < '9999'

/** The text fields of the post form; the attachment is sent as a file. */
export const SavedPost = z.object({
  /** The id of the post to change; absent for a new one. */
  id: z.optional(rowId),
  title: requiredText(formMessages.titleRequired),
  /** When absent: English for a new post, unchanged for an edited one. */
  language: z.optional(language),
  /** At most 200 kB after sanitizing, else 413. */
  content: textOfAnyLength(),
  /** `1` removes the attachment (docs/product §11.6). */
  remove_attachment: z.optional(z.enum(['0', '1'], { error: shopMessages.malformed })),
  /** When absent: published for a new post, unchanged for an edited one. */
  status: z.optional(z.enum(['published', 'draft'], { error: shopMessages.malformed })),
  /** When a published post becomes public; empty for now, unchanged when absent. */
  publish_at: z.optional(publishAt),
  /** URL of an uploaded picture; empty for the first one of the content, unchanged when absent. */
  cover: z.optional(z.string().check(z.regex(/^(?:\/uploads\/[0-9a-f]{32}-1280\.webp)?$/, shopMessages.malformed))),
  /** Separated by commas; unchanged when absent. */
  tags: z.optional(tags),
  /** When absent, the post is overwritten even if it has changed since. */
  expected_version: z.optional(expected_version),
})
export type SavedPost = z.infer<typeof SavedPost>

const author = z.object({ name: z.string() })

/** A post in the public list. */
export const ListedPost = z.object({
  id: z.int(),
  title: z.string(),
  language,
  author,
  /** The beginning of the content as plain text. */
  excerpt: z.string(),
  /** URL of its cover, or of the first picture in the content. */
  image: z.nullable(z.string()),
  /** When it became public. */
  created_at: instant,
})
export type ListedPost = z.infer<typeof ListedPost>

export const PostList = z.object({
  data: z.array(ListedPost),
  page_count: z.int(),
  page: z.int(),
  language,
  /** The tag that all of them have; empty for all posts. */
  tag: z.string(),
})
export type PostList = z.infer<typeof PostList>

export const Reply = z.object({ id: z.int(), author, content: z.string(), created_at: instant })
export type Reply = z.infer<typeof Reply>
export const Comment = z.extend(Reply, {
  /** The first page of replies. */
  replies: z.array(Reply),
  /** The id of the first reply beyond these; null when there is none. */
  next_reply: z.nullable(z.int()),
})
export type Comment = z.infer<typeof Comment>

export const CommentPage = z.object({
  data: z.array(Comment),
  /** The id of the comment that the next page begins with; null on the last page. */
  next: z.nullable(z.int()),
})
export type CommentPage = z.infer<typeof CommentPage>

export const ReplyPage = z.object({ data: z.array(Reply), next: z.nullable(z.int()) })
export type ReplyPage = z.infer<typeof ReplyPage>

export const Post = z.object({
  id: z.int(),
  title: z.string(),
  language,
  author,
  content: z.string(),
  excerpt: z.string(),
  image: z.nullable(z.string()),
  attachment: z.nullable(z.string()),
  attachment_url: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Products that the content shows as cards: a paragraph that is only a link to one. */
  products: z.array(ProductCard),
  created_at: instant,
  /** Oldest first, from the beginning or from the requested comment. */
  comments: z.array(Comment),
  next_comment: z.nullable(z.int()),
  /** Whether there are comments before these. */
  has_earlier_comments: z.boolean(),
  /** Counts all comments and replies. */
  comment_count: z.int(),
})
export type Post = z.infer<typeof Post>

export const WrittenComment = z.object({ content: commentText })
export type WrittenComment = z.infer<typeof WrittenComment>
export const WrittenReply = z.object({ comment_id: rowId, content: commentText })
export type WrittenReply = z.infer<typeof WrittenReply>

export const PostListQuery = z.object({
  language: z._default(z.catch(language, 'en'), 'en'),
  /** Only posts with this tag. */
  tag: optionalText(MAX_TAG_LENGTH),
  page: pageNumber,
})
export type PostListQuery = z.infer<typeof PostListQuery>

const postParams = z.object({ post_id: rowId })

/** Without scripts, the post's own URL pages through comments and replies. */
export const PostQuery = z.object({
  /** The id of the comment to begin with; absent on the first page. */
  from: z.optional(rowId),
  /** The id of the reply at which its comment's replies begin. */
  reply: z.optional(rowId),
})
export type PostQuery = z.infer<typeof PostQuery>

export const myPostsCall = defineCall('myPosts', {
  summary: 'Lists the posts of the signed-in user, newest first',
  query: z.object({ offset }),
  responses: { 200: MyPosts },
  errors: [401, 422],
})
export const savePostCall = defineCall('savePost', {
  summary: 'Creates or updates a post; returns the first page of the user’s posts',
  body: SavedPost,
  file: { field: 'attachment', maxBytes: ATTACHMENT_LIMIT },
  maxBodyBytes: MAX_BODY_BYTES,
  responses: { 200: MyPosts },
  current: MyPost,
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [401, 403, 404, 409, 413, 415, 422],
})
export const uploadCall = defineCall('upload', {
  summary: 'Uploads an editor picture and returns its URL',
  file: { field: 'file', maxBytes: PICTURE_LIMIT },
  responses: { 200: z.object({ location: z.string() }) },
  callsPerMinute: 60,
  rateLimitGroup: 'uploads',
  errors: [401, 403, 413, 415, 422],
})
export const postsCall = defineCall('posts', {
  summary: 'Lists public posts in a language, newest first',
  query: PostListQuery,
  responses: { 200: PostList },
  errors: [422],
})
export const postCall = defineCall('post', {
  summary: 'Retrieves a public post with a page of comments and their first replies',
  params: postParams,
  query: PostQuery,
  responses: { 200: Post },
  errors: [404, 422],
})
export const commentsCall = defineCall('comments', {
  summary: 'Lists comments on a public post, oldest first, starting at `from`',
  params: postParams,
  query: z.object({ from: z._default(rowId, 1) }),
  responses: { 200: CommentPage },
  errors: [404, 422],
})
export const repliesCall = defineCall('replies', {
  summary: 'Lists replies to a comment, oldest first, starting at `from`',
  params: z.object({ comment_id: rowId }),
  query: z.object({ from: z._default(rowId, 1) }),
  responses: { 200: ReplyPage },
  errors: [404, 422],
})
export const commentCall = defineCall('comment', {
  summary: 'Creates a comment on a post',
  params: postParams,
  body: WrittenComment,
  responses: { 201: Comment },
  callsPerMinute: 20,
  rateLimitGroup: 'comments',
  errors: [401, 403, 404, 422],
})
export const replyCall = defineCall('reply', {
  summary: 'Replies to a comment, one level deep',
  body: WrittenReply,
  responses: { 201: Reply },
  callsPerMinute: 20,
  rateLimitGroup: 'comments',
  errors: [401, 403, 404, 422],
})
