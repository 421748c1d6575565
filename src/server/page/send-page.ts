import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadyPage } from './make-pages.ts'
import { type Filling, fillGzip, fillPlain } from './packed-page.ts'
import { giveBack, takeBuffer } from './send-buffers.ts'

const REFUSES_GZIP = /gzip\s*;\s*q=0(\.0*)?\s*(,|$)/

function acceptsGzip(request: IncomingMessage): boolean {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || !accepted.includes('gzip')) return false
  return !accepted.includes('q=0') || !REFUSES_GZIP.test(accepted)
}

/** Writes the answer straight to the socket, with the page's own headers: no hook's come along. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: ReadyPage,
  filling: Filling,
  setCookies: readonly string[],
  requestId?: string,
): void {
  const gzip = acceptsGzip(request)
  let buffer: Buffer | undefined
  const allocate = (bytes: number): Buffer => {
    buffer = takeBuffer(bytes)
    return buffer
  }
  const body = gzip ? fillGzip(page, filling, allocate) : fillPlain(page, filling, allocate)
  const headers = [...page.headers, 'content-length', String(body.length)]
  if (gzip) headers.push('content-encoding', 'gzip')
  if (requestId !== undefined) headers.push('x-request-id', requestId)
  for (const cookie of setCookies) headers.push('set-cookie', cookie)
  if (page.status === 429 || page.status === 503) headers.push('retry-after', '5')
  response.writeHead(page.status, headers)
  // Node leaves the body out of the answer to HEAD by itself.
  response.end(body)
  // Nothing waits to be sent: the network has every byte. What it could not take at once is left to the collector.
  if (buffer && response.writableLength === 0) giveBack(buffer)
}
