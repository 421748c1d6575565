import type { FastifyInstance } from 'fastify'
import { commentCall, ownPostsCall, postCall, postsCall, replyCall, savePostCall } from '#contract/post.ts'
import { notFound, wantsPage } from '../errors.ts'
import { makeSignedIn } from '../member/signed-in.ts'
import { anyone, serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Receive } from '../upload/receive-upload.ts'
import type { Visitors } from '../visitor.ts'
import { commentUrl, OWN_POSTS } from './addresses.ts'
import { listOwnPosts, listPublicPosts, readPost } from './list-posts.ts'
import { savePost } from './save-post.ts'
import { writeComment, writeReply } from './write-comment.ts'

/** A script gets what it wrote; a bare form is sent to the page that shows it. */
export function postRoutes(app: FastifyInstance, services: Services, visitors: Visitors, receive: Receive): void {
  const { db } = services
  const signedIn = makeSignedIn(db, visitors)

  serve(app, postsCall, anyone, ({ query }) => listPublicPosts(db, query))

  serve(app, postCall, anyone, async ({ params }) => {
    const post = await readPost(db, params.post_id)
    if (!post) throw notFound()
    return post
  })

  serve(app, commentCall, signedIn, async ({ params, body, who: { user }, request, reply }) => {
    const comment = await writeComment(services, user, params.post_id, body.content)
    return wantsPage(request) ? reply.redirect(commentUrl(params.post_id, comment.id), 303) : comment
  })

  serve(app, replyCall, signedIn, async ({ body, who: { user }, request, reply }) => {
    const { reply: written, postId } = await writeReply(services, user, body.comment_id, body.content)
    return wantsPage(request) ? reply.redirect(commentUrl(postId, body.comment_id), 303) : written
  })

  serve(app, ownPostsCall, signedIn, ({ query, who: { user } }) => listOwnPosts(db, user.id, query.offset))

  serve(
    app,
    savePostCall,
    signedIn,
    async ({ body, file, who: { user }, request, reply }) => {
      await savePost(services, user.id, body, file)
      return wantsPage(request) ? reply.redirect(OWN_POSTS, 303) : listOwnPosts(db, user.id, 0)
    },
    receive,
  )
}
