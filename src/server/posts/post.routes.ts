import type { FastifyInstance } from 'fastify'
import { shopFormMessages } from '#contract/base/form-messages.ts'
import { pagePaths } from '#contract/paths.ts'
import {
  commentCall,
  commentsCall,
  myPostsCall,
  postCall,
  postsCall,
  repliesCall,
  replyCall,
  savePostCall,
} from '#contract/posts/calls.ts'
import type { Refusal } from '#domain/result.ts'
import { HEIC_MESSAGE } from '#server/content/uploads/store-picture.ts'
import { withTempFileCleanup } from '#server/content/uploads/temp-file-cleanup.ts'
import { quotaProblem } from '#server/content/uploads/upload.errors.ts'
import { COMMENTS_PER_ACCOUNT } from '#server/customers/limits.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { fieldProblem, notFound, type ProblemError, problem, wantsPage } from '#server/http/errors.ts'
import { anyone, type Receive, serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { makeLimit } from '#server/identity/credentials/limit.ts'
import { abortOnDisconnect } from '#server/platform/abort-on-disconnect.ts'
import type { UserId } from '#server/platform/database/tables.generated.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type ListCards, listOwnPosts, listPublicPosts, readOwnPost, readPost } from './list-posts.ts'
import { findCommentUrl, listComments, listReplies } from './read-comments.ts'
import { preparePost, type SavePostRefusal, savePost } from './save-post.ts'
import { writeComment, writeReply } from './write-comment.ts'

/** Scripts receive the saved data; a plain form is redirected to the page that shows it. */
export function postRoutes(
  app: FastifyInstance,
  services: AccountServices,
  visitors: Visitors,
  receive: Receive,
  listCards: ListCards,
): void {
  const { db, files, sessions, config } = services
  const signedIn = makeSignedInPolicy(sessions, visitors)
  const limit = makeLimit(services)
  const countComment = (userId: UserId) => limit([{ ...COMMENTS_PER_ACCOUNT, key: String(userId) }])

  serve(app, postsCall, anyone, ({ query }) => listPublicPosts(db, query))

  serve(app, postCall, anyone, async ({ params, query }) => {
    const post = await readPost(db, params.post_id, query, { listCards, publicUrl: config.publicUrl })
    if (!post) throw notFound()
    return post
  })

  serve(app, commentsCall, anyone, async ({ params, query }) => {
    const comments = await listComments(db, params.post_id, query.from)
    if (!comments) throw notFound()
    return comments
  })

  serve(app, repliesCall, anyone, async ({ params, query }) => {
    const replies = await listReplies(db, params.comment_id, query.from)
    if (!replies) throw notFound()
    return replies
  })

  serve(app, commentCall, signedIn, async ({ params, body, caller: { user }, request, reply }) => {
    await countComment(user.id)
    const written = await inTransaction(db, (trx) =>
      writeComment(trx, user, { postId: params.post_id, content: body.content }),
    )
    if (!written.ok) throw notFound()
    const { comment } = written
    if (!wantsPage(request)) return comment
    return reply.redirect(await findCommentUrl(db, { postId: params.post_id, commentId: comment.id }), 303)
  })

  serve(app, replyCall, signedIn, async ({ body, caller: { user }, request, reply }) => {
    await countComment(user.id)
    const written = await inTransaction(db, (trx) => writeReply(trx, user, body.comment_id, body.content, services))
    if (!written.ok) throw notFound()
    if (!wantsPage(request)) return written.reply
    const position = { postId: written.postId, commentId: body.comment_id, replyId: written.reply.id }
    const url = await findCommentUrl(db, position)
    return reply.redirect(url, 303)
  })

  serve(app, myPostsCall, signedIn, ({ query, caller: { user } }) => listOwnPosts(db, user.id, query.offset))

  serve(
    app,
    savePostCall,
    signedIn,
    async ({ body, file, caller: { user }, request, reply }) => {
      const prepared = await preparePost(files, body, file, {
        owner: `user ${user.id}`,
        signal: abortOnDisconnect(reply),
      })
      if (!prepared.ok) throw savePostProblem(prepared.refusal)
      const { post } = prepared
      const saved = await withTempFileCleanup(files, post.attachment?.file, () =>
        inTransaction(db, (trx) => savePost(trx, user.id, post, { ...services, now: new Date() })),
      )
      if (!saved.ok) {
        if (saved.refusal.code !== 'stale') throw savePostProblem(saved.refusal)
        throw problem('stale', STALE_POST_MESSAGE, { current: await readOwnPost(db, user.id, Number(post.id)) })
      }
      if (saved.unused !== undefined) await files.remove(saved.unused)
      return wantsPage(request) ? reply.redirect(pagePaths.accountPosts, 303) : listOwnPosts(db, user.id, 0)
    },
    receive,
  )
}

const PICTURE_MISSING_MESSAGE = 'A picture in this post is missing. Please remove it or add it again.'
const STALE_POST_MESSAGE =
  'You changed this post somewhere else in the meantime. Copy what you want to keep, then reload the page and edit it again.'
const TOO_MUCH_MARKUP_MESSAGE = 'This text has too much formatting. Please paste it as plain text.'
const ATTACHMENT_MESSAGE = 'Attachments can be PDF, Office, text, CSV, ZIP or picture files.'

function savePostProblem(
  refusal: Refusal<'attachment_not_supported' | 'heic_not_supported'> | Exclude<SavePostRefusal, Refusal<'stale'>>,
): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'picture_not_found':
      return fieldProblem(refusal.code, 'content', PICTURE_MISSING_MESSAGE)
    case 'content_too_long':
      return fieldProblem(refusal.code, 'content', shopFormMessages.tooLong)
    case 'too_much_markup':
      return fieldProblem(refusal.code, 'content', TOO_MUCH_MARKUP_MESSAGE)
    case 'attachment_not_supported':
      return fieldProblem(refusal.code, 'attachment', ATTACHMENT_MESSAGE)
    case 'heic_not_supported':
      return fieldProblem(refusal.code, 'attachment', HEIC_MESSAGE)
    case 'account_quota':
    case 'shop_quota':
      return quotaProblem(refusal)
  }
}
