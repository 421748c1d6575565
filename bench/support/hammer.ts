import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type LoadResult = { perSecond: number; p99: number }

const HEADER_END = Buffer.from('\r\n\r\n')

/**
 * Sends sequential GETs on each of several connections. Reads only as much of a response as it takes to find its end:
 * general load tools decode every body, which for compressed ones takes longer than the server takes to send it.
 */
export async function hammer(url: string, headers: Record<string, string>, connections: number, seconds: number) {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const deadline = performance.now() + seconds * 1000
  const times = (await Promise.all(sockets.map((socket) => sendUntil(socket, request, deadline)))).flat()
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN }
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  return socket
}

function sendUntil(socket: Socket, request: Buffer, deadline: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const times: number[] = []
    let started = performance.now()
    /** Bytes of the response still to come; undefined until its head has ended. */
    let remaining: number | undefined
    let header = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (chunk) => {
      if (remaining === undefined) {
        header = header.length === 0 ? chunk : Buffer.concat([header, chunk])
        const end = header.indexOf(HEADER_END)
        if (end === -1) return
        const length = bodyLength(header.toString('latin1', 0, end))
        if (length === undefined) return reject(new Error(header.toString('latin1', 0, end)))
        remaining = length - (header.length - end - HEADER_END.length)
        header = Buffer.alloc(0)
      } else {
        remaining -= chunk.length
      }
      if (remaining > 0) return
      const now = performance.now()
      times.push(now - started)
      remaining = undefined
      if (now >= deadline) {
        socket.removeAllListeners()
        return resolve(times)
      }
      started = now
      socket.write(request)
    })
    socket.write(request)
  })
}

/** Body length of a response with status 200; throws on any other, which must not be measured. */
function bodyLength(header: string): number | undefined {
  if (!header.startsWith('HTTP/1.1 200 ')) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(header)?.[1]
  return length === undefined ? undefined : Number(length)
}
