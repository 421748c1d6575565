import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { callHeaders, type Visitor } from './client.ts'

type LeanResponse = { status: number; body: string }
type Waiting = { resolve: (response: LeanResponse) => void; reject: (fault: Error) => void }

const HEADER_END = '\r\n\r\n'
/** `HTTP/1.1 ` */
const STATUS_AT = 9

/** A request as it goes over the wire. */
export function postOf(path: string, visitor: Visitor, body: object, more: Record<string, string> = {}): Buffer {
  const text = JSON.stringify(body)
  const headers = { host: 'localhost', ...callHeaders(visitor), ...more, 'content-length': Buffer.byteLength(text) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

/**
 * Asks over connections that stay open, one question at a time on each. Load, server and database share the machine's
 * cores, so that what asks is to take none of it: a general client takes more of the processor for a cart than a bare
 * server that answers it. It knows only what the shop answers to calls: a length, and no other encoding.
 */
export class LeanClient {
  readonly #idle: Connection[]
  readonly #all: readonly Connection[]
  readonly #queue: ((connection: Connection) => void)[] = []
  private constructor(connections: Connection[]) {
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
    // Calls answer in JSON with ASCII letters but for names of products: a byte is a character until the body is read.
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
