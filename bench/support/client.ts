import { Pool } from 'undici'

export type HttpResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** Formats the cookies that a response sets as a request header. */
export const toCookies = ({ headers }: Pick<HttpResponse, 'headers'>): string[] =>
  [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0] ?? '')

/** A browser's cookies, and the CSRF token that belongs to them. */
export type Visitor = { cookie: string; csrf: string }

/** Returns the visitor that a page opened without cookies was sent to. */
export function toVisitor({ headers, body }: HttpResponse): Visitor {
  const cookies = toCookies({ headers })
  if (cookies.length === 0) throw new Error('the page set no cookie')
  return { cookie: cookies.join('; '), csrf: findCsrfToken(body) }
}

/** Returns the CSRF token that a page's calls are sent with. */
export function findCsrfToken(page: string): string {
  const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1]
  if (!token) throw new Error('the page has no token')
  return token
}

export const withResponseCookies = <V extends Visitor>(visitor: V, response: HttpResponse): V => ({
  ...visitor,
  cookie: [visitor.cookie, ...toCookies(response)].join('; '),
})

/** Headers of a call with a body. */
export const jsonHeaders = ({ cookie, csrf }: Visitor): Record<string, string> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  cookie,
  'x-csrf-token': csrf,
})

/** Visits a shop once and returns the visitor that it creates. */
export async function visitOnce(port: number): Promise<Visitor> {
  const client = new Client(port, 1)
  try {
    return await client.visit()
  } finally {
    client.close()
  }
}

type Method = 'GET' | 'POST'

/** Sends requests as visitors do. */
export abstract class HttpClient {
  /** Sent with every request in addition to its other headers. */
  headers: Record<string, string> = {}

  abstract send(method: Method, path: string, headers?: Record<string, string>, body?: string): Promise<HttpResponse>

  /** Opens a page as a new visitor. */
  async visit(path = '/faqs'): Promise<Visitor> {
    return toVisitor(await this.send('GET', path, { accept: 'text/html' }))
  }

  post(path: string, visitor: Visitor, body: object, headers: Record<string, string> = {}): Promise<HttpResponse> {
    return this.send('POST', path, { ...jsonHeaders(visitor), ...headers }, JSON.stringify(body))
  }
}

/** A small keep-alive client: its CPU time counts toward the load generator, so it does the minimum. */
export class Client extends HttpClient {
  readonly #pool: Pool
  constructor(port: number, connections: number) {
    super()
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections, headersTimeout: 0, bodyTimeout: 0 })
  }

  async send(method: Method, path: string, headers: Record<string, string> = {}, body?: string): Promise<HttpResponse> {
    const allHeaders = { ...this.headers, ...headers }
    const {
      statusCode,
      headers: received,
      body: responseBody,
    } = await this.#pool.request({
      method,
      path,
      headers: allHeaders,
      body,
    })
    return { status: statusCode, headers: received, body: await responseBody.text() }
  }

  close(): void {
    this.#pool.destroy()
  }
}
