import { type DemoPost, demoPosts } from '#seed/network/posts.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { createPostTexts } from '#server/posts/post-texts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

/** Inserts posts with their comments and replies, oldest first, written by the members with these IDs. */
export async function insertDemoPosts(trx: Transaction, ids: readonly UserId[], now: Date): Promise<void> {
  const oldestFirst = demoPosts.toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const post of oldestFirst) await insertDemoPost(trx, post, ids, now)
}

async function insertDemoPost(trx: Transaction, post: DemoPost, ids: readonly UserId[], now: Date): Promise<void> {
  const author = (index: number) => ids[index] as UserId
  const writtenAt = now.getTime() - post.daysAgo * DAY_MS
  const { id } = await trx
    .insertInto('posts')
    .values({
      user_id: author(post.author),
      ...(await createPostTexts(post)),
      tags: post.tags,
      visibility: 'public',
      created_at: new Date(writtenAt),
      updated_at: new Date(writtenAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [i, comment] of post.comments.entries()) {
    const commentedAt = writtenAt + (i + 1) * 5 * HOUR_MS
    const { id: commentId } = await trx
      .insertInto('comments')
      .values({
        post_id: id,
        user_id: author(comment.author),
        content: comment.content,
        created_at: new Date(commentedAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [j, reply] of comment.replies.entries()) {
      await trx
        .insertInto('comment_replies')
        .values({
          comment_id: commentId,
          user_id: author(reply.author),
          content: reply.content,
          created_at: new Date(commentedAt + (j + 1) * HOUR_MS),
        })
        .execute()
    }
  }
}
