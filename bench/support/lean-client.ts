import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Asking, callHeaders, type HttpResponse, type Visitor } from './client.ts'

type LeanResponse = { status: number; head: string; body: string }
type Waiting = { resolve: (response: LeanResponse) => void; reject: (fault: Error) => void }

const HEADER_END = '\r\n\r\n'
/** Length of `HTTP/1.1 `. */
const STATUS_AT = 9

/** Builds a request in its wire format. */
export const postOf = (path: string, visitor: Visitor, body: object, more: Record<string, string> = {}): Buffer =>
  requestOf('POST', path, { ...callHeaders(visitor), ...more }, JSON.stringify(body))

function requestOf(method: string, path: string, headers: Record<string, string>, body?: string): Buffer {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/**
 * Sends requests over keep-alive connections, one at a time on each. Load generator, server and database share the
 * machine's cores, so the client must take almost no CPU: a general client takes more for a cart than a bare server
 * that answers it. It handles only the responses that the shop sends: a length, no other encoding, and only cookies
 * among the headers.
 */
export class LeanClient extends Asking {
  readonly #idle: Connection[]
  readonly #all: readonly Connection[]
  readonly #queue: ((connection: Connection) => void)[] = []
  private constructor(connections: Connection[]) {
    super()
    this.#all = connections
    this.#idle = [...connections]
  }

  static async open(port: number, connections: number): Promise<LeanClient> {
    return new LeanClient(await Promise.all(Array.from({ length: connections }, () => Connection.open(port))))
  }

  async ask(request: Buffer): Promise<LeanResponse> {
    const connection = this.#idle.pop() ?? (await new Promise<Connection>((resolve) => this.#queue.push(resolve)))
    try {
      return await connection.ask(request)
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
    const { status, head, body: text } = await this.ask(requestOf(method, path, { ...this.headers, ...headers }, body))
    const cookies = [...head.matchAll(/\r\nset-cookie: ([^\r]*)/gi)].map(([, cookie = '']) => cookie)
    return { status, headers: { 'set-cookie': cookies }, body: text }
  }

  close(): void {
    for (const connection of this.#all) connection.close()
  }
}

class Connection {
  readonly #socket: Socket
  #waiting: Waiting | undefined
  #received = ''
  private constructor(socket: Socket) {
    this.#socket = socket
    // Calls are answered in JSON that is ASCII except for product names: a byte is a character until the body is read.
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#take(chunk))
    socket.on('error', (fault) => this.#fail(fault))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  ask(request: Buffer): Promise<LeanResponse> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('the server has closed the connection')
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  #take(chunk: string): void {
    this.#received += chunk
    const end = this.#received.indexOf(HEADER_END)
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) {
      this.#fail(new Error(`an answer without a length: ${head}`))
      return
    }
    const bodyAt = end + HEADER_END.length
    if (this.#received.length < bodyAt + length) return
    const response = {
      status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
      head,
      body: this.#received.slice(bodyAt, bodyAt + length),
    }
    this.#received = ''
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(response)
  }

  #fail(fault: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(fault)
  }

  close(): void {
    this.#socket.destroy()
  }
}
