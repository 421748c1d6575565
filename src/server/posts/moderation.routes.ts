import type { FastifyInstance } from 'fastify'
import {
  approvePostCall,
  hideCommentCall,
  hidePostCall,
  hideReplyCall,
  managedCommentsCall,
  managedPostCall,
  managedPostsCall,
  postAttachmentCall,
  restoreCommentCall,
  restorePostCall,
  restoreReplyCall,
} from '#contract/posts/admin-calls.ts'
import type { Result } from '#domain/result.ts'
import { formatContentDisposition } from '#server/content/uploads/attachment-name.ts'
import { sendStoredFile } from '#server/content/uploads/send-stored-file.ts'
import { notFound, problem } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { makeStaffPolicies } from '#server/identity/staff/find-staff.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services.ts'
import { listManagedComments, listManagedPosts, readManagedComment, readManagedPost } from './list-managed-posts.ts'
import { hideComment, type ModerateCommentRefusal, restoreComment } from './moderate-comment.ts'
import { approvePost, hidePost, type ModeratePostRefusal, restorePost } from './moderate-post.ts'
import { COMMENT_CONFLICT_MESSAGE, postConflictMessages } from './moderation.errors.ts'
import { type CommentKind, findManagedPost } from './moderation.queries.ts'

/** Lets staff moderate what members write (docs/product §5); each decision applies to the text that they reviewed. */
export function moderationRoutes(app: FastifyInstance, services: Services): void {
  const { db, files, jobs } = services
  const { permitted } = makeStaffPolicies(services)
  const requirePost = async (id: number) => {
    const post = await readManagedPost(db, id)
    if (!post) throw notFound()
    return post
  }
  async function decide(id: number, action: (trx: Transaction) => Promise<Result<unknown, ModeratePostRefusal>>) {
    const result = await inTransaction(db, action)
    if (result.ok) return requirePost(id)
    if (result.refusal.code === 'not_found') throw notFound()
    const { code } = result.refusal
    throw problem(code, postConflictMessages[code], { current: await requirePost(id) })
  }
  async function decideComment(
    kind: CommentKind,
    id: number,
    action: (trx: Transaction) => Promise<Result<unknown, ModerateCommentRefusal>>,
  ) {
    const result = await inTransaction(db, action)
    const comment = await readManagedComment(db, kind, id)
    if (!comment) throw notFound()
    if (result.ok) return comment
    if (result.refusal.code === 'not_found') throw notFound()
    throw problem(result.refusal.code, COMMENT_CONFLICT_MESSAGE, { current: comment })
  }

  serve(app, managedPostsCall, permitted(managedPostsCall), ({ query }) => listManagedPosts(db, query))

  serve(app, managedPostCall, permitted(managedPostCall), ({ params }) => requirePost(params.post_id))

  serve(app, postAttachmentCall, permitted(postAttachmentCall), async ({ params, reply }) => {
    const post = await findManagedPost(db, params.post_id)
    if (!post?.attachment_file || !post.attachment_name) throw notFound()
    const headers = {
      'content-disposition': formatContentDisposition(post.attachment_name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    }
    return sendStoredFile(reply, files, { file: post.attachment_file, type: 'application/octet-stream', headers })
  })

  serve(app, approvePostCall, permitted(approvePostCall), ({ params: { post_id: id }, body, caller }) =>
    decide(id, (trx) => approvePost(trx, caller.actor, { id, expectedVersion: body.expected_version })),
  )
  serve(app, hidePostCall, permitted(hidePostCall), ({ params: { post_id: id }, body, caller }) => {
    const reviewed = { id, expectedVersion: body.expected_version, reason: body.reason }
    return decide(id, (trx) => hidePost(trx, caller.actor, reviewed, jobs))
  })
  serve(app, restorePostCall, permitted(restorePostCall), ({ params: { post_id: id }, body, caller }) =>
    decide(id, (trx) => restorePost(trx, caller.actor, { id, expectedVersion: body.expected_version })),
  )

  serve(app, managedCommentsCall, permitted(managedCommentsCall), ({ query }) => listManagedComments(db, query))

  serve(app, hideCommentCall, permitted(hideCommentCall), ({ params: { comment_id: id }, body, caller }) => {
    const key = { kind: 'comment', id, reason: body.reason } as const
    return decideComment('comment', id, (trx) => hideComment(trx, caller.actor, key, jobs))
  })
  serve(app, restoreCommentCall, permitted(restoreCommentCall), ({ params: { comment_id: id }, caller }) =>
    decideComment('comment', id, (trx) => restoreComment(trx, caller.actor, { kind: 'comment', id })),
  )
  serve(app, hideReplyCall, permitted(hideReplyCall), ({ params: { reply_id: id }, body, caller }) => {
    const key = { kind: 'reply', id, reason: body.reason } as const
    return decideComment('reply', id, (trx) => hideComment(trx, caller.actor, key, jobs))
  })
  serve(app, restoreReplyCall, permitted(restoreReplyCall), ({ params: { reply_id: id }, caller }) =>
    decideComment('reply', id, (trx) => restoreComment(trx, caller.actor, { kind: 'reply', id })),
  )
}
