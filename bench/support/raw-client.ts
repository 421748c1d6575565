import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { HttpClient, type HttpResponse, jsonHeaders, type Visitor } from './client.ts'

type RawResponse = { status: number; head: string; body: string }
type PendingRequest = { resolve: (response: RawResponse) => void; reject: (error: Error) => void }

const HEADER_END = '\r\n\r\n'
/** Length of `HTTP/1.1 `. */
const STATUS_OFFSET = 9

/** Builds a request in its wire format. */
export const buildPost = (
  path: string,
  visitor: Visitor,
  body: object,
  extraHeaders: Record<string, string> = {},
): Buffer => buildRequest('POST', path, { ...jsonHeaders(visitor), ...extraHeaders }, JSON.stringify(body))

function buildRequest(method: string, path: string, headers: Record<string, string>, body?: string): Buffer {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/**
 * Sends requests over keep-alive connections, one at a time on each. Load generator, server and database share the
 * machine's cores, so the client must take almost no CPU: a general client takes more for a cart than a minimal server
 * that answers it. It handles only the responses that the shop sends: a length, no other encoding, and only cookies
 * among the headers.
 */
export class RawClient extends HttpClient {
  readonly #idle: Connection[]
  readonly #all: readonly Connection[]
  readonly #queue: ((connection: Connection) => void)[] = []
  private constructor(connections: Connection[]) {
    super()
    this.#all = connections
    this.#idle = [...connections]
  }

  static async open(port: number, connections: number): Promise<RawClient> {
    return new RawClient(await Promise.all(Array.from({ length: connections }, () => Connection.open(port))))
  }

  async sendRaw(request: Buffer): Promise<RawResponse> {
    const connection = this.#idle.pop() ?? (await new Promise<Connection>((resolve) => this.#queue.push(resolve)))
    try {
      return await connection.sendRaw(request)
    } finally {
      const next = this.#queue.shift()
      if (next) next(connection)
      else this.#idle.push(connection)
    }
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<HttpResponse> {
    const {
      status,
      head,
      body: text,
    } = await this.sendRaw(buildRequest(method, path, { ...this.headers, ...headers }, body))
    const cookies = [...head.matchAll(/\r\nset-cookie: ([^\r]*)/gi)].map(([, cookie = '']) => cookie)
    return { status, headers: { 'set-cookie': cookies }, body: text }
  }

  close(): void {
    for (const connection of this.#all) connection.close()
  }
}

class Connection {
  readonly #socket: Socket
  pending: PendingRequest | undefined
  #received = ''
  private constructor(socket: Socket) {
    this.#socket = socket
    // Calls are answered in JSON that is ASCII except for product names: a byte is a character until the body is read.
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.receive(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  sendRaw(request: Buffer): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('the server has closed the connection')
      this.pending = { resolve, reject }
      this.#socket.write(request)
    })
  }

  receive(chunk: string): void {
    this.#received += chunk
    const end = this.#received.indexOf(HEADER_END)
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) {
      this.#fail(new Error(`a response without a length: ${head}`))
      return
    }
    const bodyOffset = end + HEADER_END.length
    if (this.#received.length < bodyOffset + length) return
    const response = {
      status: Number(head.slice(STATUS_OFFSET, STATUS_OFFSET + 3)),
      head,
      body: this.#received.slice(bodyOffset, bodyOffset + length),
    }
    this.#received = ''
    const pending = this.pending
    this.pending = undefined
    pending?.resolve(response)
  }

  #fail(error: Error): void {
    const pending = this.pending
    this.pending = undefined
    pending?.reject(error)
  }

  close(): void {
    this.#socket.destroy()
  }
}
