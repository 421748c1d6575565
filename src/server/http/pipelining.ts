import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers do not pipeline; programs that do rarely send more than a few requests ahead. */
const MAX_WAITING = 4
const waiting = new WeakMap<Socket, number>()

/**
 * Closes a connection that sends more and more requests without reading the responses: each response waits in memory
 * for the previous one, and a single packet can contain more than a thousand requests. Returns true if the request no
 * longer needs a response.
 */
export function refusePipelining({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node assigns the socket to a response once the previous ones have been sent.
  if (response.socket !== null) return false
  const before = waiting.get(socket) ?? 0
  if (before === MAX_WAITING || socket.destroyed) {
    socket.destroy()
    return true
  }
  waiting.set(socket, before + 1)
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
  return false
}
