import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { ReadyPage } from './make-pages.ts'
import { type Filling, fillGzip, fillPlain, releaseBuffer, takeBuffer } from './packed/index.ts'

const REFUSES_GZIP = /gzip\s*;\s*q=0(\.0*)?\s*(,|$)/

function acceptsGzip(request: IncomingMessage): boolean {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || !accepted.includes('gzip')) return false
  return !accepted.includes('q=0') || !REFUSES_GZIP.test(accepted)
}

/**
 * Returns true if the network can take a response now. A response that waits (behind an earlier one, or for a client
 * that does not read) gets memory of its own size, because the pooled buffers are many times larger.
 */
const canSendNow = (socket: Socket | null): boolean => socket instanceof Socket && socket.writableLength === 0

/** Writes the response straight to the socket, with `pageHeaders`; hooks add none. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ReadyPage,
  filling: Filling,
  setCookies: readonly string[],
  requestId?: string,
  pageHeaders: readonly string[] = page.headers,
): void {
  const gzip = acceptsGzip(request)
  let buffer: Buffer | undefined
  const allocate = (bytes: number): Buffer => {
    if (!canSendNow(response.socket)) return Buffer.allocUnsafeSlow(bytes)
    buffer = takeBuffer(bytes)
    return buffer
  }
  const body = gzip ? fillGzip(page, filling, allocate) : fillPlain(page, filling, allocate)
  const headers = [...pageHeaders, 'content-length', String(body.length)]
  if (gzip) headers.push('content-encoding', 'gzip')
  if (requestId !== undefined) headers.push('x-request-id', requestId)
  for (const cookie of setCookies) headers.push('set-cookie', cookie)
  if (page.status === 429 || page.status === 503) headers.push('retry-after', '5')
  response.writeHead(page.status, headers)
  // Node itself omits the body of a response to HEAD.
  response.end(body)
  // Nothing is pending, so the network has every byte. Buffers it could not take at once are left to the garbage
  // collector.
  if (buffer && response.writableLength === 0) releaseBuffer(buffer)
}
