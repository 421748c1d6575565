import type { FastifyInstance } from 'fastify'
import { orderPointsCall, pointsCall } from '#contract/customers/calls.ts'
import type { AccountServices } from '#server/customers/session-cache.ts'
import { makeSignedInPolicy } from '#server/customers/signed-in.ts'
import { notFound } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { listPoints } from './list-points.ts'
import { showOrderPoints } from './show-order-points.ts'

export function pointsRoutes(app: FastifyInstance, { db, sessions }: AccountServices, visitors: Visitors): void {
  serve(app, pointsCall, makeSignedInPolicy(sessions, visitors), ({ query, caller: { user } }) =>
    listPoints(db, user.id, query.offset),
  )

  serve(app, orderPointsCall, makeSignedInPolicy(sessions, visitors), async ({ params, caller: { user } }) => {
    const points = await showOrderPoints(db, user.id, params.order_id)
    if (!points) throw notFound()
    return points
  })
}
