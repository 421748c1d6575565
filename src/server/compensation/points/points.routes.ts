import type { FastifyInstance } from 'fastify'
import { pointsCall } from '#contract/account.ts'
import { makeSignedIn } from '#server/account/signed-in.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import type { Services } from '#server/platform/services.ts'
import { listPoints } from './list-points.ts'

export function pointsRoutes(app: FastifyInstance, { db }: Services, visitors: Visitors): void {
  serve(app, pointsCall, makeSignedIn(db, visitors), ({ query, who: { user } }) =>
    listPoints(db, user.id, query.offset),
  )
}
