import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { appForSuite } from './app.ts'

export type Browser = ReturnType<typeof browserOf>

/** A browser that keeps its cookies and its page's token. */
export function browserOf(suite: ReturnType<typeof appForSuite>) {
  const visitor = suite().visitor()
  const jar = new Map([visitor.cookie.split('=', 2) as [string, string]])
  const send = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await suite().app.inject({
      ...options,
      headers: { accept: 'application/json', cookie, ...options.headers },
    })
    for (const { name, value } of response.cookies) value === '' ? jar.delete(name) : jar.set(name, value)
    return response
  }
  return {
    jar,
    inject: send,
    get: (url: string) => send({ url }),
    post: (url: string, payload: object, remoteAddress = '127.0.0.1', headers = {}) =>
      send({
        method: 'POST',
        url,
        payload,
        remoteAddress,
        headers: { 'x-csrf-token': visitor['x-csrf-token'], ...headers },
      }),
    /** Sends a form with a file field; the token goes in the header unless `token` says otherwise. */
    postForm: async (url: string, form: FormData, token: 'header' | 'none' = 'header', headers = {}) => {
      const formResponse = new Response(form)
      return send({
        method: 'POST',
        url,
        payload: Buffer.from(await formResponse.arrayBuffer()),
        headers: {
          'content-type': formResponse.headers.get('content-type') ?? '',
          ...(token === 'header' && { 'x-csrf-token': visitor['x-csrf-token'] }),
          ...headers,
        },
      })
    },
    csrf: () => visitor['x-csrf-token'],
    /** Simulates a reload after an identity change. */
    reload: () => {
      const next = suite().visitor()
      jar.set(...(next.cookie.split('=', 2) as [string, string]))
      visitor['x-csrf-token'] = next['x-csrf-token']
    },
  }
}
