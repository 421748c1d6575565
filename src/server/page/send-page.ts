import type { FastifyReply, FastifyRequest } from 'fastify'
import { securityHeaders } from '#server/plugins/security-headers.ts'
import { type Filling, fillGzip, fillPlain, type PackedPage } from './packed-page.ts'
import { giveBack, takeBuffer } from './send-buffers.ts'

/** Whether a store of the browser may keep the page: shared text may, to be asked about again; personal text not. */
export type Keeping = 'no-cache' | 'no-store'

/** Hot module reload needs Vite's inline styles and its socket, which the policy forbids. */
const liveHeaders = Object.entries(securityHeaders).filter(([name]) => name !== 'content-security-policy')

function headerList(live: boolean, keeping: Keeping): readonly string[] {
  return [
    ...(live ? liveHeaders : Object.entries(securityHeaders)).flat(),
    'content-type',
    'text/html; charset=utf-8',
    'cache-control',
    `private, ${keeping}`,
    'vary',
    'accept-encoding, cookie',
  ]
}

const REFUSES_GZIP = /gzip\s*;\s*q=0(\.0*)?\s*(,|$)/

function acceptsGzip(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || !accepted.includes('gzip')) return false
  return !accepted.includes('q=0') || !REFUSES_GZIP.test(accepted)
}

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: PackedPage & { status: number },
  filling: Filling,
  keeping: Keeping,
  setCookie: string | undefined,
) => void

/**
 * Writes the answer straight to the socket: the framework's own way of sending costs more than filling the page.
 * Headers that hooks have put on the reply do not come along, so everything a page needs is here.
 */
export function makeSendPage(live: boolean): SendPage {
  const lists = { 'no-cache': headerList(live, 'no-cache'), 'no-store': headerList(live, 'no-store') }
  return (request, reply, page, filling, keeping, setCookie) => {
    const gzip = acceptsGzip(request)
    let buffer: Buffer | undefined
    const allocate = (bytes: number): Buffer => {
      buffer = takeBuffer(bytes)
      return buffer
    }
    const body = gzip ? fillGzip(page, filling, allocate) : fillPlain(page, filling, allocate)
    const headers = [...lists[keeping], 'content-length', String(body.length), 'x-request-id', request.id]
    if (gzip) headers.push('content-encoding', 'gzip')
    if (setCookie !== undefined) headers.push('set-cookie', setCookie)
    if (page.status === 429 || page.status === 503) headers.push('retry-after', '5')
    reply.hijack()
    reply.raw.writeHead(page.status, headers)
    // Node leaves the body out of the answer to HEAD by itself. A connection that broke may still hold the buffer:
    // then it is left to the collector.
    reply.raw.end(body, (error?: Error | null) => {
      if (!error && buffer && !request.raw.socket.destroyed) giveBack(buffer)
    })
  }
}
