import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers do not pipeline; programs that do rarely send more than a few requests ahead. */
const MAX_PENDING = 4
const pendingCounts = new WeakMap<Socket, number>()

/**
 * Closes a connection that sends more and more requests without reading the responses: each response waits in memory
 * for the previous one, and a single packet can contain more than a thousand requests. Returns true if the request no
 * longer needs a response.
 */
export function refusePipelining({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node assigns the socket to a response once the previous ones have been sent.
  if (response.socket !== null) return false
  const count = pendingCounts.get(socket) ?? 0
  if (count === MAX_PENDING || socket.destroyed) {
    socket.destroy()
    return true
  }
  pendingCounts.set(socket, count + 1)
  response.once('close', () => pendingCounts.set(socket, (pendingCounts.get(socket) ?? 1) - 1))
  return false
}
