import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fileFolders } from '#contract/paths.ts'
import { uploadCall } from '#contract/post.ts'
import { findCaller } from '#server/account/caller.ts'
import type { AccountServices } from '#server/account/session-cache.ts'
import { makeSignedIn } from '#server/account/signed-in.ts'
import { notFound } from '#server/http/errors.ts'
import type { Receive } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { contentDisposition } from '#server/upload/attachment-name.ts'
import { servePictureUpload } from '#server/upload/picture-upload.routes.ts'
import { fileKinds } from '#server/upload/recognise.ts'
import { readAttachmentName } from './read-attachment-name.ts'

/**
 * A stored picture in one of its sizes: `name-640.avif`. Only the last dot is allowed, so no name leads out of the
 * folder.
 */
const PICTURE = /^[a-z0-9][a-z0-9-]{0,199}-\d{2,4}\.(?:avif|webp)$/
const ATTACHMENT = /^[0-9a-f]{32}\.([a-z]{3,4})$/
const YEAR = '365d'

/**
 * GET /uploads/{file}: stored pictures, which browsers may keep for good because a new picture gets a new name; and
 * attachments, which are downloads under their original name, for those who may see their post.
 */
export function uploadRoutes(
  app: FastifyInstance,
  services: Pick<AccountServices, 'config' | 'db' | 'sessions' | 'settings'>,
  visitors: Visitors,
  receive: Receive,
): void {
  const { config, db, sessions } = services
  const root = join(config.dataDir, 'uploads')
  mkdirSync(root, { recursive: true })

  app.register(async (scope) => {
    // Serves no routes of its own: the plugin only lends `sendFile`.
    await scope.register(fastifyStatic, { root, serve: false, decorateReply: !scope.hasReplyDecorator('sendFile') })

    scope.get<{ Params: { file: string } }>(
      `${fileFolders.uploads}:file`,
      { config: { policy: 'anyone' } },
      async (request, reply) => {
        const { file } = request.params
        reply.header('x-content-type-options', 'nosniff')
        if (PICTURE.test(file)) {
          return reply.sendFile(file, root, { maxAge: YEAR, immutable: true, index: false, dotfiles: 'ignore' })
        }
        const ending = ATTACHMENT.exec(file)?.[1]
        const kind = fileKinds.find((known) => known.ending === ending)
        if (!kind) throw notFound()
        const { session } = await findCaller(sessions, visitors, request)
        const name = await readAttachmentName(db, file, session?.user.id)
        if (name === undefined) throw notFound()
        // Checked every time: a post can be hidden, and its attachment with it.
        reply.header('content-disposition', contentDisposition(name)).header('cache-control', 'private, no-cache')
        reply.type(kind.type)
        return reply.sendFile(file, root, { cacheControl: false, index: false, dotfiles: 'ignore' })
      },
    )
  })

  const policy = makeSignedIn(sessions, visitors)
  servePictureUpload(app, services, { call: uploadCall, policy, ownerOf: ({ user }) => ({ userId: user.id }) }, receive)
}
