import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

/** A stored picture in one of its sizes: `name-640.avif`. No dot but the last, so no name leads out of the folder. */
const PICTURE = /^[a-z0-9][a-z0-9-]{0,199}-\d{2,4}\.(?:avif|webp)$/
const YEAR = '365d'

/** GET /uploads/{file}: stored pictures, kept by browsers for good because a new picture gets a new name. */
export function uploadRoutes(app: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  const root = join(config.dataDir, 'uploads')
  mkdirSync(root, { recursive: true })

  app.register(async (scope) => {
    // Without routes of its own: the plugin only lends `sendFile`.
    await scope.register(fastifyStatic, { root, serve: false, decorateReply: !scope.hasReplyDecorator('sendFile') })

    scope.get<{ Params: { file: string } }>('/uploads/:file', { config: { policy: 'anyone' } }, (request, reply) => {
      const { file } = request.params
      if (!PICTURE.test(file)) throw notFound()
      reply.header('x-content-type-options', 'nosniff')
      return reply.sendFile(file, root, { maxAge: YEAR, immutable: true, index: false, dotfiles: 'ignore' })
    })
  })
}
