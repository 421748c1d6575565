import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '#server/platform/database/migrate.ts'
import type { Services } from '#server/platform/services.ts'
import { problem } from './errors.ts'

/** /healthz: the process is up. /readyz: its database answers and has every migration (docs/product §2.7). */
export function serveHealth(app: FastifyInstance, { connection }: Services): void {
  app.get('/healthz', { config: { policy: 'anyone' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', { config: { policy: 'anyone' } }, async (_request, reply) => {
    const pending = await pendingMigrations(connection)
    if (pending.length > 0) throw problem(503, 'The database is being brought up to date.')
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
