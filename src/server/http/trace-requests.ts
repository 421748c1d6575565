import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Step, Tracing } from '#server/platform/tracing/tracing.ts'
import { isInProcess } from './in-process-transport.ts'

/**
 * Each request is a step, by its route: a path can carry a token. A trace always begins here; what a visitor sends as
 * `traceparent` counts for nothing. Pages out of the cache ask nobody and are none (docs/decisions/0077).
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const steps = new WeakMap<FastifyRequest, Step>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, routeOptions } = request
    const route = routeOptions.url ?? '/*'
    const attributes = { 'http.request.method': method, 'http.route': route, 'salonfront.request': id }
    const kind = isInProcess(request) ? 'internal' : 'server'
    const step = tracing.begin({ kind, name: `${method} ${route}`, attributes })
    steps.set(request, step)
    tracing.within(step, done)
  })
  // The body came by events of the connection, which belongs to nobody.
  app.addHook('preValidation', (request, _reply, done) => {
    const step = steps.get(request)
    if (step) tracing.within(step, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const step = steps.get(request)
    step?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) step?.fail({ code: String(reply.statusCode) })
    step?.end()
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    steps.get(request)?.fail({ code: 'ABORTED' })
    done()
  })
}
