import type { FastifyInstance } from 'fastify'
import { pointsCall } from '#contract/account.ts'
import type { AccountServices } from '#server/account/session-cache.ts'
import { makeSignedIn } from '#server/account/signed-in.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { listPoints } from './list-points.ts'

export function pointsRoutes(app: FastifyInstance, { db, sessions }: AccountServices, visitors: Visitors): void {
  serve(app, pointsCall, makeSignedIn(sessions, visitors), ({ query, who: { user } }) =>
    listPoints(db, user.id, query.offset),
  )
}
