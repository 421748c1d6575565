import type { FastifyInstance } from 'fastify'
import { listPendingMigrations } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/platform/services.ts'
import type { Draining } from './draining.ts'
import { problem } from './errors.ts'

/**
 * /healthz: the process is up. /readyz: it is not about to stop, its database responds and has every migration
 * (docs/product §2.7).
 */
export function serveHealth(app: FastifyInstance, { connection }: Services, draining: Draining): void {
  app.get('/healthz', { config: { policy: 'anyone' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { policy: 'anyone' } }, async (_request, reply) => {
    if (draining.hasBegun) throw problem('unavailable', 'This server is about to stop.')
    const pending = await listPendingMigrations(connection)
    if (pending.length > 0) throw problem('unavailable', 'The database is being brought up to date.')
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
