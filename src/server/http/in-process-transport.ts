import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type InProcessResponse = { status: number; json(): Promise<unknown> }

const MARK = 'x-in-process'
const JSON_TYPE = /^application\/(?:problem\+)?json\b/
/** Known only inside this process. */
const secret = randomBytes(18).toString('base64url')

/**
 * Reports whether one of our pages makes the request rather than a visitor: shared reads of a page must not count
 * against the rate limits of an IP address.
 */
export const isInProcess = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers[MARK] === secret

/**
 * Gives a page access to the API through the same routes as any request, with the visitor's cookies, or without any for
 * a page that is the same for everyone.
 */
export function inProcess(
  app: FastifyInstance,
  visitor?: FastifyRequest,
): (path: string, headers: Record<string, string>) => Promise<InProcessResponse> {
  const cookie = visitor?.headers.cookie
  return async (path, headers) => {
    const {
      statusCode,
      headers: { 'content-type': type },
      body,
    } = await app.inject({ url: path, headers: { ...headers, [MARK]: secret, ...(cookie && { cookie }) } })
    if (!JSON_TYPE.test(String(type))) throw new Error(`${path} is answered with ${type}, which no page can read`)
    return { status: statusCode, json: async () => JSON.parse(body) as unknown }
  }
}
