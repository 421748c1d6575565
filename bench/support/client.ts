import { Agent, request } from 'node:http'

export type HttpResponse = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** The cookies that a response sets, as a request sends them. */
export const cookiesOf = ({ headers }: Pick<HttpResponse, 'headers'>): string[] =>
  [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0] ?? '')

/** A small keep-alive client: what it costs is the load generator's, so it does no more than it must. */
export class Client {
  readonly #agent: Agent
  readonly #port: number
  constructor(port: number, connections: number) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          agent: this.#agent,
          headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (part: string) => {
            text += part
          })
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }))
          incoming.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
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
    this.#agent.destroy()
  }
}
