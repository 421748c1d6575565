import { sql } from 'kysely'
import type { Database, Transaction } from '../database/connect.ts'
import type { CommentReplyId, PostId, UserId } from '../database/tables.generated.ts'

export const findComments = (db: Database, postId: PostId) =>
  db
    .selectFrom('comments as comment')
    .innerJoin('users as author', 'author.id', 'comment.user_id')
    .select(['comment.id', 'comment.content', 'comment.created_at', 'author.first_name', 'author.last_name'])
    .where('comment.post_id', '=', postId)
    .orderBy('comment.id')
    .execute()

export const findReplies = (db: Database, postId: PostId) =>
  db
    .selectFrom('comment_replies as reply')
    .innerJoin('comments as comment', 'comment.id', 'reply.comment_id')
    .innerJoin('users as author', 'author.id', 'reply.user_id')
    .select(['reply.id', 'reply.comment_id', 'reply.content', 'reply.created_at'])
    .select(['author.first_name', 'author.last_name'])
    .where('comment.post_id', '=', postId)
    .orderBy('reply.id')
    .execute()

/** Nothing when there is no such public post. */
export async function insertComment(db: Database, userId: UserId, postId: number, content: string) {
  const { rows } = await sql<{ id: number; created_at: Date }>`
    insert into comments (post_id, user_id, content)
    select id, ${userId}, ${content} from posts where id = ${postId} and visibility = 'public'
    returning id, created_at`.execute(db)
  return rows[0]
}

/** Nothing when there is no such comment under a public post. */
export async function insertReply(trx: Transaction, userId: UserId, commentId: number, content: string) {
  const { rows } = await sql<{ id: CommentReplyId; post_id: PostId; comment_by: UserId; created_at: Date }>`
    with answered as (
      select comment.id, comment.post_id, comment.user_id
      from comments comment join posts on posts.id = comment.post_id
      where comment.id = ${commentId} and posts.visibility = 'public'
    ), reply as (
      insert into comment_replies (comment_id, user_id, content)
      select id, ${userId}, ${content} from answered returning id, created_at
    )
    select reply.id, reply.created_at, answered.post_id, answered.user_id as comment_by from reply, answered`.execute(
    trx,
  )
  return rows[0]
}

/** All that the mail about a reply says; nothing when it has been taken away since. */
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
    .executeTakeFirst()
