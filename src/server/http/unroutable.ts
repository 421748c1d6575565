import type { IncomingMessage, ServerResponse } from 'node:http'
import { toProblem } from './errors.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Refuses a request that names no host, or two: a proxy in front of the shop may have read a different one than the
 * shop does (RFC 9112, 3.2). Node would accept the second case and refuse the first without our headers. Returns true
 * if refused.
 */
export function rejectInvalidHost({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return false
  respond(response, 400)
  return true
}

/** The only valid expectation is `100-continue`. */
export const rejectExpectation = (_request: IncomingMessage, response: ServerResponse): void => respond(response, 417)

function respond(response: ServerResponse, status: number): void {
  const body = JSON.stringify(toProblem(status))
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    connection: 'close',
  }
  response.writeHead(status, headers).end(body)
}
