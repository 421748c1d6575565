import type { ManagedComment, ManagedPost, OpenedPost } from '#contract/posts/admin-calls.ts'
import { convertStylesToClasses } from '#server/content/rich-text.ts'
import type { Database } from '#server/platform/database/connection.ts'
import {
  type CommentKind,
  type Cursor,
  countPendingPostRows,
  findManagedComment,
  findManagedComments,
  findManagedPost,
  findManagedPosts,
  type ManagedCommentRow,
  type ManagedPostRow,
} from './moderation.queries.ts'
import { toPostVersion } from './present-post.ts'

const PAGE_SIZE = 50

type ListPage<Row> = { data: Row[]; next: string | null }

/** Lists a page of posts for moderators, newest first. */
export async function listManagedPosts(
  db: Database,
  { after, ...filter }: Parameters<typeof findManagedPosts>[1] & { after?: string | undefined },
): Promise<ListPage<ManagedPost>> {
  return createPage(
    await findManagedPosts(db, filter, { after: parseCursor(after), limit: PAGE_SIZE + 1 }),
    presentManagedPost,
  )
}

/** Lists a page of comments and replies. */
export async function listManagedComments(
  db: Database,
  { after, ...filter }: Parameters<typeof findManagedComments>[1] & { after?: string | undefined },
): Promise<ListPage<ManagedComment>> {
  return createPage(
    await findManagedComments(db, filter, { after: parseCursor(after), limit: PAGE_SIZE + 1 }),
    presentManagedComment,
  )
}

function createPage<Row extends { cursor: string }, Presented>(
  rows: readonly Row[],
  present: (row: Row) => Presented,
): ListPage<Presented> {
  const pageRows = rows.slice(0, PAGE_SIZE)
  return { data: pageRows.map(present), next: rows.length > PAGE_SIZE ? (pageRows.at(-1)?.cursor ?? null) : null }
}

/** In the format that the contract accepts: `1700000000000000~reply17`. */
function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [micros = '0', row = ''] = text.split('~')
  // Capped at the highest possible ID.
  const id = Math.min(Number(row.replaceAll(/\D/g, '')), 2_147_483_647)
  return { micros, kind: row.startsWith('reply') ? 'reply' : 'comment', id }
}

/** Returns undefined if there is no such post. */
export async function readManagedPost(db: Database, id: number): Promise<OpenedPost | undefined> {
  const post = await findManagedPost(db, id)
  return post && { ...presentManagedPost(post), content: convertStylesToClasses(post.content_html) }
}

export async function readManagedComment(
  db: Database,
  kind: CommentKind,
  id: number,
): Promise<ManagedComment | undefined> {
  const comment = await findManagedComment(db, kind, id)
  return comment && presentManagedComment(comment)
}

/** Counts the posts that wait for approval. */
export const countPendingPosts: typeof countPendingPostRows = countPendingPostRows

type HiddenColumns = Pick<ManagedPostRow, 'hidden_reason' | 'hidden_by' | 'hidden_at'>
const presentHidden = ({ hidden_reason, hidden_by, hidden_at }: HiddenColumns) => ({
  hidden_reason,
  hidden_by,
  hidden_at: hidden_at?.toISOString() ?? null,
})
type Author = Pick<ManagedPostRow, 'user_id' | 'author_name' | 'author_email'>
const presentAuthor = ({ user_id, author_name, author_email }: Author) => ({
  user_id,
  name: author_name,
  email: author_email,
})

const presentManagedPost = (post: ManagedPostRow): ManagedPost => ({
  id: post.id,
  title: post.title,
  language: post.language,
  author: presentAuthor(post),
  state: post.visibility,
  ...presentHidden(post),
  excerpt: post.excerpt,
  attachment: post.attachment_name,
  created_at: post.created_at.toISOString(),
  updated_at: post.updated_at.toISOString(),
  version: toPostVersion(post),
})

const presentManagedComment = (comment: ManagedCommentRow): ManagedComment => ({
  kind: comment.kind,
  id: comment.id,
  post: { id: comment.post_id, title: comment.title },
  author: presentAuthor(comment),
  content: comment.content,
  ...presentHidden(comment),
  created_at: comment.created_at.toISOString(),
})
