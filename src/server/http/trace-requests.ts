import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Step, Tracing } from '#server/platform/tracing/tracing.ts'
import { isInProcess } from './in-process-transport.ts'

/**
 * Opens one span per request, named by its route, because a path can contain a token. Every trace begins here; a
 * `traceparent` sent by a visitor is ignored. Cached pages cause no request and have no span (docs/decisions/0070).
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
  // The body arrived through events of the connection, outside of any span.
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
