import { parse } from 'qs'
import { apiDescriptionCall } from '#contract/base/api-description.ts'
import type { Browser } from './browser.ts'

type Schema = { properties?: object }
type Operation = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Route = { method: string; url: RegExp; path: string; query: Set<string>; body: Set<string> | undefined }

/**
 * Fields that a request sends and its call does not know. The server ignores them, and the type checker does not see
 * extra fields of a spread object.
 */
export async function findUnknownFields(
  browser: Browser,
  { method, url, payload }: { method: 'GET' | 'POST'; url: string; payload?: string | Buffer | undefined },
): Promise<string[]> {
  routes ??= await loadRoutes(browser)
  const { pathname, searchParams } = new URL(url, 'http://shop.invalid')
  const route = routes.find((route) => route.method === method && route.url.test(pathname))
  if (!route) return []
  const sent = typeof payload === 'string' ? Object.keys(readFields(payload)) : []
  return [
    ...[...searchParams.keys()].filter((name) => !route.query.has(name)),
    ...sent.filter((name) => route.body && !route.body.has(name)),
  ].map((name) => `${name} of ${route.method} ${route.path}`)
}
let routes: Route[] | undefined

const readFields = (payload: string): object => (payload.startsWith('{') ? JSON.parse(payload) : parse(payload))

async function loadRoutes(browser: Browser): Promise<Route[]> {
  const { paths } = (await browser.get(apiDescriptionCall.path)).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  // Like the router, prefers a path without parameters.
  const byParameters = Object.entries(paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  return byParameters.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => {
      const { properties } = requestBody?.content['multipart/form-data']?.schema ?? {}
      return {
        ...{ method: method.toUpperCase(), path },
        url: new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        query: new Set(parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)),
        body: properties && new Set(Object.keys(properties)),
      }
    }),
  )
}
