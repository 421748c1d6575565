import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

type Init = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
type Answer = { status: number; json(): Promise<unknown> }

/**
 * The API as a page reads it: through the same routes as any request, with the visitor's cookies, or with none for a
 * page that everyone gets.
 */
export function inProcess(
  app: FastifyInstance,
  visitor?: FastifyRequest,
): (path: string, init: Init) => Promise<Answer> {
  const cookie = visitor?.headers.cookie
  return async (path, { method, headers, body }) => {
    const options: InjectOptions = { method, url: path, headers: cookie ? { ...headers, cookie } : headers }
    if (body !== undefined) options.payload = body
    if (visitor) options.remoteAddress = visitor.ip
    const { statusCode, body: text } = await app.inject(options)
    return { status: statusCode, json: async () => JSON.parse(text) as unknown }
  }
}
