import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiDescriptionCall } from '#contract/base/api-description.ts'
import type { Call } from '#contract/base/call.ts'
import { Problem } from '#contract/base/problem.ts'

/**
 * Serves OpenAPI 3.1 built from the schemas that validate the requests (docs/product §2.6). Collects every served call.
 */
export function describeApi(app: FastifyInstance, publicUrl: string): void {
  const calls: Call[] = []
  app.addHook('onRoute', ({ config, method }) => {
    // Fastify adds a HEAD route to every GET; both are the same call.
    if (config?.call && method !== 'HEAD') calls.push(config.call)
  })

  let document: string | undefined
  app.get(apiDescriptionCall.path, { config: { policy: 'anyone' } }, async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(calls, publicUrl))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

function buildOpenApi(calls: readonly Call[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = buildOperation(call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Salonfront', version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: toJsonSchema(Problem, 'output') },
      securitySchemes: {
        visitor: { type: 'apiKey', in: 'cookie', name: 'visitor', description: 'Set by the first page' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: 'From <meta name="csrf-token">' },
      },
    },
  }
}

function buildOperation(call: Call): object {
  const errors = [...(call.permission ? [401, 403] : []), ...(call.errors ?? []), 429, 500, 503]
  const problemSchema = { $ref: '#/components/schemas/Problem' }
  const conflictSchema = call.current
    ? { allOf: [problemSchema, { properties: { current: toJsonSchema(call.current, 'output') } }] }
    : problemSchema
  const body = call.body && toJsonSchema(call.body, 'input')
  const form = call.file ? withFile(body, call.file.field) : body
  return {
    summary: call.summary,
    ...(call.path.startsWith(adminPaths.home) && { tags: ['Back office'] }),
    ...(call.permission && {
      description: `Needs the permission ${call.permission}${call.freshProof ? ', and a password or code given in the last 10 minutes' : ''}.`,
    }),
    ...(call.method === 'POST' && call.withoutToken === undefined && { security: [{ visitor: [], csrf: [] }] }),
    parameters: [...buildParameters('path', call.params), ...buildParameters('query', call.query)],
    ...(form && {
      requestBody: {
        required: true,
        content: {
          ...(body && { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } }),
          'multipart/form-data': { schema: form },
        },
      },
    }),
    responses: Object.fromEntries([
      ...Object.entries(call.responses).map(([status, schema]) => [
        status,
        { description: 'Done', content: responseContent(call, schema) },
      ]),
      ...errors.map((status) => [
        String(status),
        {
          description: 'Problem',
          content: { 'application/problem+json': { schema: status === 409 ? conflictSchema : problemSchema } },
        },
      ]),
    ]),
  }
}

function withFile(body: object | undefined, field: string): object {
  const { properties, ...rest } = { type: 'object', ...body } as { properties?: object }
  return { ...rest, properties: { ...properties, [field]: { type: 'string', format: 'binary' } } }
}

const responseContent = ({ contentType }: Call, schema: z.ZodMiniType): object =>
  contentType === undefined ? { 'application/json': { schema: toJsonSchema(schema, 'output') } } : { [contentType]: {} }

function buildParameters(location: 'path' | 'query', schema: z.ZodMiniType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
