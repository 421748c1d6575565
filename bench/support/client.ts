import { Pool } from 'undici'

export type HttpResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** The cookies that a response sets, as a request sends them. */
export const cookiesOf = ({ headers }: Pick<HttpResponse, 'headers'>): string[] =>
  [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0] ?? '')

/** A small keep-alive client: what it costs is the load generator's, so it does no more than it must. */
export class Client {
  readonly #pool: Pool
  constructor(port: number, connections: number) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections, headersTimeout: 0, bodyTimeout: 0 })
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<HttpResponse> {
    const { statusCode, headers: received, body: incoming } = await this.#pool.request({ method, path, headers, body })
    return { status: statusCode, headers: received, body: await incoming.text() }
  }

  /** Opens a page as a new visitor: the cookie, and the token that goes with it. */
  async visit(path = '/faqs'): Promise<{ cookie: string; csrf: string }> {
    const { headers, body } = await this.send('GET', path, { accept: 'text/html' })
    const csrf = /<meta name="csrf-token" content="([^"]+)"/.exec(body)?.[1]
    const cookies = cookiesOf({ headers })
    if (!csrf || cookies.length === 0) throw new Error('the page brought no token')
    return { cookie: cookies.join('; '), csrf }
  }

  post(path: string, visitor: { cookie: string; csrf: string }, body: object, headers: Record<string, string> = {}) {
    return this.send(
      'POST',
      path,
      {
        accept: 'application/json',
        'content-type': 'application/json',
        cookie: visitor.cookie,
        'x-csrf-token': visitor.csrf,
        ...headers,
      },
      JSON.stringify(body),
    )
  }

  close(): void {
    this.#pool.destroy()
  }
}
