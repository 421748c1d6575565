import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { ownMessages } from '#contract/messages.ts'
import { problem } from './errors.ts'

type Input<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Answer<C extends Call> = z.input<C['replies'][keyof C['replies'] & number]>

/** Who may make a call. Throws a problem for those who may not. */
export type Policy = { name: string; allow(request: FastifyRequest): void | Promise<void> }
export const anyone: Policy = { name: 'anyone', allow() {} }

type Handler<C extends Call> = (input: {
  params: Input<C['params']>
  query: Input<C['query']>
  body: Input<C['body']>
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<Answer<C> | FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    policy?: string
  }
}

/**
 * Serves one call of the contract: asks the policy, checks the input against the call's schemas, and parses the answer
 * by the reply schema, so that what the contract does not name never leaves the server.
 * The handler sets another status than the call's first one by `reply.code`.
 */
export function serve<const C extends Call>(app: FastifyInstance, call: C, policy: Policy, handler: Handler<C>): void {
  const success = Number(Object.keys(call.replies)[0])
  app.route({
    method: call.method,
    url: call.path,
    config: {
      call,
      policy: policy.name,
      ...(call.callsAMinute && { rateLimit: { max: call.callsAMinute, timeWindow: '1 minute' } }),
    },
    handler: async (request, reply) => {
      await policy.allow(request)
      const input = {
        params: check(call.params, request.params, 404),
        query: check(call.query, request.query, 422),
        body: check(call.body, request.body ?? {}, 422),
        request,
        reply,
      }
      reply.code(success)
      const answer = await handler(input as Parameters<Handler<C>>[0])
      if (reply.sent || answer === reply) return reply
      const schema = call.replies[reply.statusCode]
      if (!schema) throw new Error(`${call.path} names no reply ${reply.statusCode}`)
      reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8')
      return reply.send(JSON.stringify(schema.parse(answer)))
    },
  })
}

function check(schema: z.ZodMiniType | undefined, given: unknown, status: number): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  // A path that cannot name anything is a path where nothing is.
  if (status === 404) throw problem(404, 'This page or thing does not exist.')
  const errors = fieldErrors(parsed.error.issues)
  throw problem(422, Object.values(errors)[0] ?? ownMessages.malformed, errors)
}

/** First message of each field, nested names joined with dots (product.md §11). */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (field !== '') errors[field] ??= issue.message
  }
  return errors
}
