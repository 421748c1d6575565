import type { FastifyInstance } from 'fastify'
import { fileFolders } from '#contract/paths.ts'
import { uploadCall } from '#contract/posts/calls.ts'
import { formatContentDisposition } from '#server/content/uploads/attachment-name.ts'
import { fileKinds } from '#server/content/uploads/detect-file-kind.ts'
import { servePictureUpload } from '#server/content/uploads/picture-upload.routes.ts'
import { sendStoredFile } from '#server/content/uploads/send-stored-file.ts'
import { findCaller } from '#server/customers/caller.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound, TooManyRequestsError } from '#server/http/errors.ts'
import { isInProcess } from '#server/http/in-process-transport.ts'
import type { Receive } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { readAttachmentName } from './read-attachment-name.ts'

/**
 * A stored picture in one of its sizes: `name-640.avif`. Only the last dot is allowed, so no name leads out of the
 * folder.
 */
const PICTURE = /^[a-z0-9][a-z0-9-]{0,199}-\d{2,4}\.(avif|webp)$/
const ATTACHMENT = /^[0-9a-f]{32}\.([a-z]{3,4})$/
/** Attachments query the database, so they count toward the rate limit like other calls. */
export const isAttachmentUrl = (url: string): boolean =>
  ATTACHMENT.test(url.slice(fileFolders.uploads.length).replace(/[?#].*/s, ''))
/** Requests for missing pictures per minute from one IP address. */
const MAX_MISSES_PER_MINUTE = 60
const IMMUTABLE = `public, max-age=${365 * 24 * 60 * 60}, immutable`

/**
 * Serves GET /uploads/{file}. Browsers may cache pictures forever, because a new picture gets a new name. Attachments
 * are downloads under their original name, for everyone who may see their post.
 */
export function uploadRoutes(
  app: FastifyInstance,
  services: Pick<AccountServices, 'db' | 'files' | 'sessions' | 'settings'>,
  visitors: Visitors,
  receive: Receive,
): void {
  const { db, files, sessions } = services
  const countMiss = app.hasDecorator('createRateLimit')
    ? app.createRateLimit({ max: MAX_MISSES_PER_MINUTE, timeWindow: '1 minute', allowList: isInProcess })
    : undefined

  app.get<{ Params: { file: string } }>(
    `${fileFolders.uploads}:file`,
    { config: { policy: 'anyone' } },
    async (request, reply) => {
      const { file } = request.params
      reply.header('x-content-type-options', 'nosniff')
      const format = PICTURE.exec(file)?.[1]
      if (format !== undefined) {
        const headers = { 'cache-control': IMMUTABLE }
        try {
          return await sendStoredFile(reply, files, { file, type: `image/${format}`, headers }, request)
        } catch (error) {
          const counted = await countMiss?.(request)
          if (counted && !counted.isAllowed && counted.isExceeded) throw new TooManyRequestsError(counted.ttlInSeconds)
          throw error
        }
      }
      const ending = ATTACHMENT.exec(file)?.[1]
      const kind = fileKinds.find((candidate) => candidate.ending === ending)
      if (!kind) throw notFound()
      const { session } = await findCaller(sessions, visitors, request)
      const name = await readAttachmentName(db, file, session?.user.id)
      if (name === undefined) throw notFound()
      // Checked every time: a post can be hidden together with its attachment.
      const headers = { 'content-disposition': formatContentDisposition(name), 'cache-control': 'private, no-cache' }
      return sendStoredFile(reply, files, { file, type: kind.type, headers }, request)
    },
  )

  const policy = makeSignedInPolicy(sessions, visitors)
  servePictureUpload(app, services, { call: uploadCall, policy, ownerOf: ({ user }) => ({ userId: user.id }) }, receive)
}
