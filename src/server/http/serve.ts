import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '#contract/base/call.ts'
import { shopMessages } from '#contract/base/messages.ts'
import type { Permission } from '#contract/permissions.ts'
import { retryOnConnectionLoss } from '#server/platform/database/outage.ts'
import type { ReceivedFile } from '#server/platform/files/received-file.ts'
import { type Fields, hasFile, maxBodyBytes } from './bodies.ts'
import { rateLimitOptions } from './call-limits.ts'
import { notFound, ProblemError, problem, wantsPage } from './errors.ts'

/**
 * Fallback for rules without a message of their own; the validator's texts are unsuitable for users (docs/product
 * §2.4).
 */
z.config({ localeError: () => shopMessages.malformed })

type Input<S> = S extends z.ZodMiniType ? z.output<S> : undefined
export type ResponseBody<C extends Call> = z.input<C['responses'][keyof C['responses'] & number]>

export type MultipartBody = { fields: Fields; file: ReceivedFile | undefined; discard(): Promise<void> }
/** Reads a multipart body; the `upload` module implements this and stores files on disk. */
export type Receive = (request: FastifyRequest, fileField: NonNullable<Call['file']>) => Promise<MultipartBody>

/**
 * Decides who may make a call and passes what it learns about the caller to the handler. Throws a problem otherwise.
 */
export type Policy<Caller = void> = {
  name: string
  allow(request: FastifyRequest): Caller | Promise<Caller>
  /** Permission that the policy checks; a call that names one is served by no other policy. */
  permission?: Permission
  /** Whether the policy also checks that the last proof is fresh; must match the call. */
  freshProof?: true | undefined
  /** Fields that these callers must send in addition to the call's own body. */
  extraBodySchema?(caller: Caller): z.ZodMiniType | undefined
}
export const anyone: Policy = { name: 'anyone', allow() {} }

export type Handler<C extends Call, Caller> = (input: {
  caller: Caller
  params: Input<C['params']>
  query: Input<C['query']>
  body: Input<C['body']>
  /** Only for calls that take a file; deleted after the call unless it was moved away. */
  file: ReceivedFile | undefined
  request: FastifyRequest
  reply: FastifyReply
}) => Promise<ResponseBody<C> | FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
    policy?: string
  }
}

/**
 * Serves one call of the contract: runs the policy, validates the input against the call's schemas, and parses the
 * response by its schema, so that undeclared data never leaves the server. The handler sets a status other than the
 * call's first one with `reply.code`.
 */
export function serve<const C extends Call, Caller>(
  app: FastifyInstance,
  call: C,
  policy: Policy<Caller>,
  handler: Handler<C, Caller>,
  receive?: Receive,
): void {
  const success = Number(Object.keys(call.responses)[0])
  if (call.permission !== policy.permission) throw new Error(`${call.path}: the policy must check ${call.permission}`)
  if (call.freshProof !== policy.freshProof) throw new Error(`${call.path}: the policy must check the fresh proof`)
  if (call.file && !receive) throw new Error(`${call.path} takes a file, but no receiver is configured`)
  const limit = rateLimitOptions(app, call)
  const combineBodySchemas = createSchemaCombiner(call.body)
  app.route({
    method: call.method,
    url: call.path,
    ...limit,
    bodyLimit: maxBodyBytes(call),
    config: { ...limit.config, call, policy: policy.name },
    handler: (request, reply) => {
      const respond = () => respondOnce(request, reply)
      return isRepeatable(call, request) ? retryOnConnectionLoss(respond, () => !reply.sent) : respond()
    },
  })

  async function respondOnce(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await policy.allow(request)
    // Runs only now: a file is not even read from callers who may not send one.
    const received = call.file && hasFile(request) ? await receive?.(request, call.file) : undefined
    let response: ResponseBody<C> | FastifyReply
    try {
      const input = {
        caller,
        params: validate(call.params, request.params, 404),
        query: validate(call.query, request.query, 422),
        body: validate(
          combineBodySchemas(policy.extraBodySchema?.(caller)),
          received?.fields ?? request.body ?? {},
          422,
        ),
        file: received?.file,
        request,
        reply,
      }
      reply.code(success)
      response = await handler(input as Parameters<Handler<C, Caller>>[0])
    } catch (error) {
      throw withDeclaredFields(call, error)
    } finally {
      await received?.discard()
    }
    if (reply.sent || response === reply) return reply
    if (call.redirectTo !== undefined && wantsPage(request)) return reply.redirect(call.redirectTo, 303)
    const schema = call.responses[reply.statusCode]
    if (!schema) throw new Error(`${call.path} declares no response ${reply.statusCode}`)
    const type = reply.statusCode < 400 ? 'application/json' : 'application/problem+json'
    reply.header('cache-control', 'private, no-store').type(`${type}; charset=utf-8`)
    return reply.send(JSON.stringify(schema.parse(response)))
  }
}

/** Reduces the record in a refusal to the fields that the call declares. */
function withDeclaredFields({ path, current }: Call, error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.extras.current === undefined) return error
  if (!current) throw new Error(`${path} declares no current record`)
  return new ProblemError(error.code, error.message, { ...error.extras, current: current.parse(error.extras.current) })
}

/** Allows repeating reads, and calls that an idempotency key makes safe. */
const isRepeatable = ({ method, keyed }: Call, { headers }: FastifyRequest): boolean =>
  method === 'GET' || (keyed === true && headers['idempotency-key'] !== undefined)

/** Applies both schemas at once, so that all errors are reported together. */
function createSchemaCombiner(
  body: z.ZodMiniType | undefined,
): (extraSchema: z.ZodMiniType | undefined) => z.ZodMiniType | undefined {
  const combined = new WeakMap<z.ZodMiniType, z.ZodMiniType>()
  return (extraSchema) => {
    if (!body || !extraSchema) return body
    const cached = combined.get(extraSchema)
    if (cached) return cached
    const schema = z.intersection(body, extraSchema)
    combined.set(extraSchema, schema)
    return schema
  }
}

function validate(schema: z.ZodMiniType | undefined, input: unknown, status: number): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  // A path with malformed parameters is a path that does not exist.
  if (status === 404) throw notFound()
  const errors = fieldErrors(parsed.error.issues)
  throw problem('invalid', Object.values(errors)[0] ?? shopMessages.malformed, { errors })
}

/** Returns the first message of each field, with nested names joined by dots (docs/product §11.1). */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (field !== '') errors[field] ??= issue.message
  }
  return errors
}
