import type { FastifyInstance } from 'fastify'
import { pagePaths } from '#contract/paths.ts'
import {
  commentCall,
  commentsCall,
  ownPostsCall,
  postCall,
  postsCall,
  repliesCall,
  replyCall,
  savePostCall,
} from '#contract/post.ts'
import type { UserId } from '../database/tables.generated.ts'
import { notFound, wantsPage } from '../errors.ts'
import { COMMENTS_OF, makeLimit } from '../member/limits.ts'
import { makeSignedIn } from '../member/signed-in.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Receive } from '../upload/receive-upload.ts'
import type { Visitors } from '../visitor.ts'
import { listOwnPosts, listPublicPosts, readPost } from './list-posts.ts'
import { findCommentUrl, listComments, listReplies } from './read-comments.ts'
import { savePost } from './save-post.ts'
import { writeComment, writeReply } from './write-comment.ts'

/** A script receives what it wrote; a bare form is redirected to the page that shows it. */
export function postRoutes(app: FastifyInstance, services: Services, visitors: Visitors, receive: Receive): void {
  const { db } = services
  const signedIn = makeSignedIn(db, visitors)
  const limit = makeLimit(services)
  const countComment = (userId: UserId) => limit([{ ...COMMENTS_OF, key: String(userId) }])

  serve(app, postsCall, anyone, ({ query }) => listPublicPosts(db, query))

  serve(app, postCall, anyone, async ({ params, query }) => {
    const post = await readPost(db, params.post_id, query)
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

  serve(app, commentCall, signedIn, async ({ params, body, who: { user }, request, reply }) => {
    await countComment(user.id)
    const comment = await writeComment(services, user, params.post_id, body.content)
    if (!wantsPage(request)) return comment
    return reply.redirect(await findCommentUrl(db, { postId: params.post_id, commentId: comment.id }), 303)
  })

  serve(app, replyCall, signedIn, async ({ body, who: { user }, request, reply }) => {
    await countComment(user.id)
    const { reply: written, postId } = await writeReply(services, user, body.comment_id, body.content)
    if (!wantsPage(request)) return written
    const url = await findCommentUrl(db, { postId, commentId: body.comment_id, replyId: written.id })
    return reply.redirect(url, 303)
  })

  serve(app, ownPostsCall, signedIn, ({ query, who: { user } }) => listOwnPosts(db, user.id, query.offset))

  serve(
    app,
    savePostCall,
    signedIn,
    async ({ body, file, who: { user }, request, reply }) => {
      await savePost(services, user.id, body, file)
      return wantsPage(request) ? reply.redirect(pagePaths.accountPosts, 303) : listOwnPosts(db, user.id, 0)
    },
    receive,
  )
}
