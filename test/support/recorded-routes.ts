import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '#contract/base/call.ts'

export type ServedRoute = { name: string; url: string; policy: string | undefined; call: Call | undefined }

/** Records every route of the applications built from now on, by method and path. */
export function recordRoutes(): ReadonlyMap<string, ServedRoute> {
  const routes = new Map<string, ServedRoute>()
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      // Fastify adds a HEAD route to every GET; it is the same call.
      if (method === 'HEAD') return
      const name = `${method} ${url}`
      routes.set(name, { name, url, policy: config?.policy, call: config?.call })
    })
  })
  return routes
}

/** Ids that a route takes in its path, query or body; nested names have dots. */
export function listIdFields({ url, call }: ServedRoute): string[] {
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const inSchemas = [call?.params, call?.query, call?.body].flatMap(listFields)
  return [...new Set([...inPath, ...inSchemas])].filter((field) => /(?:^|[._])ids?$/.test(field))
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Field names of a schema; nested names have dots. */
export const listFields = (schema: z.ZodMiniType | undefined): string[] =>
  schema ? flattenNames(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '') : []

function flattenNames(schema: JsonSchema, prefix: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      prefix + name,
      ...flattenNames(field, `${prefix}${name}.`),
    ]),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf].flatMap((part) => flattenNames(part, prefix)),
  ]
}
