import { sql } from 'kysely'
import type { Database, Transaction } from '#server/platform/database/connection.ts'
import type { CommentId, CommentReplyId, PostId, UserId } from '#server/platform/database/tables.generated.ts'

/** Finds comments from the given one on (keyset paging: a late page costs no more than the first). */
export const findComments = (db: Database, postId: PostId, page: { from: number; limit: number }) =>
  db
    .selectFrom('comments as comment')
    .innerJoin('users as author', 'author.id', 'comment.user_id')
    .select(['comment.id', 'comment.content', 'comment.created_at', 'author.first_name', 'author.last_name'])
    .where('comment.post_id', '=', postId)
    .where('comment.hidden_at', 'is', null)
    .where('comment.id', '>=', page.from as CommentId)
    .orderBy('comment.id')
    .limit(page.limit)
    .execute()

export type ReplyRow = {
  id: CommentReplyId
  comment_id: CommentId
  content: string
  created_at: Date
  first_name: string
  last_name: string
}

/** Finds the first replies to each comment. For the comment that contains the reply `from`, starts at that reply. */
export async function findReplies(
  db: Database,
  commentIds: readonly CommentId[],
  page: { from: number; limit: number },
): Promise<ReplyRow[]> {
  const { rows } = await sql<ReplyRow>`
    select reply.id, reply.comment_id, reply.content, reply.created_at, author.first_name, author.last_name
      from unnest(${commentIds}::integer[]) as shown (id)
      cross join lateral (
        select * from comment_replies
         where comment_id = shown.id and hidden_at is null
           and (id >= ${page.from}
             or not exists (select from comment_replies where id = ${page.from} and comment_id = shown.id))
         order by id limit ${page.limit}) as reply
      join users author on author.id = reply.user_id
     order by reply.id`.execute(db)
  return rows
}

/** Counts the visible comments of a post and their replies. */
export async function countComments(db: Database, postId: PostId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from comments where post_id = ${postId} and hidden_at is null)
      + (select count(*) from comment_replies reply join comments comment on comment.id = reply.comment_id
          where comment.post_id = ${postId} and comment.hidden_at is null and reply.hidden_at is null))::integer as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns whether a comment is on its post's first page, and a reply among the first ones. */
export async function findPosition(
  db: Database,
  { postId, commentId, replyId }: { postId: number; commentId: number; replyId: number | undefined },
  { comments, replies }: { comments: number; replies: number },
) {
  const { rows } = await sql<{ on_first_page: boolean; among_first_replies: boolean }>`
    select
      not exists (select from comments where post_id = ${postId} and hidden_at is null and id < ${commentId}
        order by id offset ${comments - 1}) as on_first_page,
      not exists (select from comment_replies where comment_id = ${commentId} and hidden_at is null and id < ${replyId ?? 0}
        order by id offset ${replies - 1}) as among_first_replies`.execute(db)
  return { onFirstPage: rows[0]?.on_first_page ?? true, amongFirstReplies: rows[0]?.among_first_replies ?? true }
}

export const findPublicPostId = (db: Database, postId: number) =>
  db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId as PostId)
    .where('visibility', '=', 'public')
    .executeTakeFirst()

/** Finds a visible comment of a public post. */
export const findPublicComment = (db: Database, commentId: number) =>
  db
    .selectFrom('comments as comment')
    .innerJoin('posts as post', 'post.id', 'comment.post_id')
    .select('comment.id')
    .where('comment.id', '=', commentId as CommentId)
    .where('comment.hidden_at', 'is', null)
    .where('post.visibility', '=', 'public')
    .executeTakeFirst()

/** Returns undefined if there is no such public post. */
export async function insertComment(db: Database, userId: UserId, postId: number, content: string) {
  const { rows } = await sql<{ id: number; created_at: Date }>`
    insert into comments (post_id, user_id, content)
    select id, ${userId}, ${content} from posts where id = ${postId} and visibility = 'public'
    returning id, created_at`.execute(db)
  return rows[0]
}

/** Returns undefined if there is no such comment under a public post. */
export async function insertReply(trx: Transaction, userId: UserId, commentId: number, content: string) {
  const { rows } = await sql<{ id: CommentReplyId; post_id: PostId; comment_by: UserId; created_at: Date }>`
    with answered as (
      select comment.id, comment.post_id, comment.user_id
      from comments comment join posts on posts.id = comment.post_id
      where comment.id = ${commentId} and comment.hidden_at is null and posts.visibility = 'public'
    ), reply as (
      insert into comment_replies (comment_id, user_id, content)
      select id, ${userId}, ${content} from answered returning id, created_at
    )
    select reply.id, reply.created_at, answered.post_id, answered.user_id as comment_by from reply, answered`.execute(
    trx,
  )
  return rows[0]
}

/** Finds the data of the email about a reply; undefined if the reply, its comment or its post is no longer visible. */
export const findReplyForMail = (db: Database, id: CommentReplyId) =>
  db
    .selectFrom('comment_replies as reply')
    .innerJoin('comments as comment', 'comment.id', 'reply.comment_id')
    .innerJoin('posts as post', 'post.id', 'comment.post_id')
    .innerJoin('users as reader', 'reader.id', 'comment.user_id')
    .innerJoin('users as author', 'author.id', 'reply.user_id')
    .select(['reply.content', 'comment.id as comment_id', 'post.id as post_id', 'post.title'])
    .select(['reader.email', 'reader.first_name as reader_first_name', 'author.first_name', 'author.last_name'])
    .where('reply.id', '=', id)
    .where('reply.hidden_at', 'is', null)
    .where('comment.hidden_at', 'is', null)
    .where('post.visibility', '=', 'public')
    .executeTakeFirst()
