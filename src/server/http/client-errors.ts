import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { toProblem } from './errors.ts'
import { MAX_TARGET_LENGTH } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'

const LINGER_MS = 500

/** Responds to requests that Node's parser rejects; in JSON, because it is unknown what the client accepts. */
export function respondToClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = toStatus(error)
  const body = JSON.stringify(toProblem(status))
  const headers = {
    ...securityHeaders,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  // Drains the rest of the request for a moment: closing the connection at once would lose the response.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** The parser counts target and headers together; of a request in several packets, only the last one is known. */
function hasLongTarget(packet: Buffer): boolean {
  const end = packet.indexOf('\n')
  return /^[A-Z]{3,10} \//.test(packet.toString('latin1', 0, 12)) && (end === -1 || end > MAX_TARGET_LENGTH)
}

function toStatus({ code, rawPacket }: ConnectionError): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_HEADER_OVERFLOW') return 400
  return Buffer.isBuffer(rawPacket) && hasLongTarget(rawPacket) ? 414 : 431
}
