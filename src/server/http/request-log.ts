import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyLoggerOptions,
} from 'fastify'
import { noSchemas } from './no-schemas.ts'

const SLOW_MS = 500

/**
 * Writes JSON lines without personal data: no IP address, no path (it can contain a token), no query, no cookie, no
 * body.
 */
export function loggerOptions(level: string): FastifyLoggerOptions & { base: null } {
  return {
    level,
    base: null,
    serializers: {
      req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url ?? '/*' }),
      res: ({ statusCode }) => ({ status: statusCode }),
      err: ({ name, message, stack, code, cause }: FastifyError) => ({
        type: name,
        message,
        stack: stack ?? '',
        code,
        ...(cause instanceof Error && { cause: describeWithoutMessage(cause) }),
      }),
    },
  }
}

/**
 * Returns type and location of an error. A message of a mail server or PostgreSQL may name a person, so it is left out.
 */
function describeWithoutMessage(error: Error): string {
  const { name, stack = '' } = error
  const frames = stack.indexOf('\n    at ')
  const summary = frames < 0 ? name : name + stack.slice(frames)
  // For several errors thrown together, the most useful detail is the origin of each.
  const nestedErrors = error instanceof AggregateError ? error.errors.filter((nested) => nested instanceof Error) : []
  return [summary, ...nestedErrors.map(describeWithoutMessage)].join('\n')
}

/** Opens the same log for a process that serves no requests. */
export const openLog = (level: string): FastifyBaseLogger =>
  Fastify({ logger: loggerOptions(level), schemaController: noSchemas }).log

/** Logs changes, failures and slow responses at `info`, the many successful reads at `debug`. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    const isQuiet = request.method === 'GET' && reply.statusCode < 400 && ms < SLOW_MS
    request.log[isQuiet ? 'debug' : 'info']({ req: request, res: reply, ms }, 'answered')
    done()
  })
}
