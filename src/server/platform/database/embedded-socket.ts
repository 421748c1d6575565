import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

type Client = {
  socket: Socket
  started: boolean
  isOwner: boolean
  gone: boolean
  chunks: Buffer[]
  needed: number
  batch: Buffer[]
}
type Turn = { client: Client; messages: Uint8Array; keepsTurn: boolean }

export type SessionSocket = { close(): Promise<void> }

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
/**
 * Messages after which the engine responds; those before them (Parse, Bind, Describe, Execute) belong to the same batch.
 */
const ENDS_BATCH = new Set(['Q', 'S', 'H', 'F', 'd', 'c', 'f'].map((letter) => letter.charCodeAt(0)))
const FLUSH = 'H'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
/** Sync comes first: after an error inside a batch, the engine skips everything up to the next Sync. */
const ABANDON = Uint8Array.from([...message('S', ''), ...message('Q', 'rollback\0')])

/** The `application_name` of connections whose statements are not reported. */
export const OWNER_NAME = 'salonfront engine owner'

/**
 * Lets several connections share the embedded engine's only session, one whole batch or transaction at a time. A
 * connection that closes, or is idle inside a transaction for too long, is rolled back and loses its turn. `onError` is
 * called when the engine can no longer be trusted, `onOther` after a turn of a connection that is not the owner's.
 */
export async function serveSession(options: {
  engine: PGlite
  socketPath: string
  idleTransactionMs: number
  onError: (error: unknown) => void
  onOther?: () => void
}): Promise<SessionSocket> {
  const { engine, socketPath, idleTransactionMs, onError, onOther } = options
  const clients = new Set<Client>()
  const waiting: Turn[] = []
  let owner: Client | undefined
  let running = false
  let idleTimer: NodeJS.Timeout | undefined

  const nextTurn = (): Turn | undefined => {
    if (owner?.gone) return { client: owner, messages: ABANDON, keepsTurn: false }
    const index = owner ? waiting.findIndex((turn) => turn.client === owner) : 0
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  const runTurns = async () => {
    if (running) return
    running = true
    clearTimeout(idleTimer)
    try {
      for (let turn = nextTurn(); turn; turn = nextTurn()) {
        const { socket } = turn.client
        await engine.execProtocolRawStream(turn.messages, {
          // Copied, because the engine reuses its buffer for the next response.
          onRawData: (data) => void (socket.writable && socket.write(Buffer.from(data))),
        })
        const open = engine.isInTransaction()
        if (open && turn.messages === ABANDON) throw new Error('An abandoned transaction could not be rolled back.')
        owner = open || turn.keepsTurn ? turn.client : undefined
        if (!turn.client.isOwner) onOther?.()
      }
      running = false
    } catch (error) {
      // `running` stays true, so that nothing uses the engine again.
      onError(error)
      return
    }
    if (owner) {
      const { socket } = owner
      idleTimer = setTimeout(() => socket.destroy(), idleTransactionMs).unref()
    }
  }

  const enqueue = (client: Client, messages: Buffer, keepsTurn: boolean) => {
    waiting.push({ client, messages: new Uint8Array(messages), keepsTurn })
    void runTurns()
  }

  const server = createServer((socket) => {
    const client: Client = {
      socket,
      started: false,
      isOwner: false,
      gone: false,
      chunks: [],
      needed: 8,
      batch: [],
    }
    clients.add(client)
    socket.on('data', (chunk) => readMessages(client, chunk, enqueue))
    // A broken connection always closes too, and is cleaned up then.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      client.gone = true
      clients.delete(client)
      for (let i = waiting.length - 1; i >= 0; i--) if (waiting[i]?.client === client) waiting.splice(i, 1)
      if (owner === client) void runTurns()
    })
  })

  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(socketPath, () => {
      server.off('error', failed).on('error', onError)
      listening()
    })
  })

  return {
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const client of clients) client.socket.destroy()
      await closed
      // The close handlers have run; their rollbacks must finish before the engine is shut down.
      while (running || owner) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Splits the byte stream into batches. Chunks are joined only once `needed` bytes have arrived. */
function readMessages(client: Client, chunk: Buffer, enqueue: (c: Client, batch: Buffer, keepsTurn: boolean) => void) {
  client.chunks.push(chunk)
  const available = client.chunks.reduce((bytes, part) => bytes + part.length, 0)
  if (available < client.needed) return
  let unread = client.chunks.length === 1 ? chunk : Buffer.concat(client.chunks)

  for (;;) {
    const header = client.started ? 5 : 8
    const length = unread.length < header ? header : client.started ? 1 + unread.readInt32BE(1) : unread.readInt32BE(0)
    client.needed = Math.max(length, header)
    if (unread.length < client.needed) break
    const part = unread.subarray(0, length)
    unread = unread.subarray(length)
    if (client.started) readTyped(client, part, enqueue)
    else readGreeting(client, part, enqueue)
  }
  client.chunks = unread.length > 0 ? [unread] : []
}

function readTyped(client: Client, part: Buffer, enqueue: (c: Client, batch: Buffer, keepsTurn: boolean) => void) {
  const type = part[0] ?? 0
  if (type === TERMINATE) return void client.socket.end()
  client.batch.push(part)
  if (!ENDS_BATCH.has(type)) return
  // Passed on as one batch: message by message, two connections would bind to each other's statements.
  enqueue(client, client.batch.length === 1 ? part : Buffer.concat(client.batch), type === FLUSH)
  client.batch = []
}

function readGreeting(client: Client, part: Buffer, enqueue: (c: Client, batch: Buffer, keepsTurn: boolean) => void) {
  const code = part.readInt32BE(4)
  if (code === SSL_REQUEST || code === GSS_REQUEST) return void client.socket.write('N')
  // There is one session, and it is busy whenever there is something to cancel.
  if (code === CANCEL_REQUEST) return void client.socket.end()
  client.started = true
  client.isOwner = part.includes(`application_name\0${OWNER_NAME}\0`)
  enqueue(client, part, false)
}

function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type, 0)
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}
