import { connect, type Socket } from 'node:net'

const REOPEN_MS = 1_000
const SLOW_BYTE_MS = 8_000
const MAX_UNREAD = 12

export type Connections = { openedCount(): number; close(): void }

/** Requests whose header never ends: a byte now and then. */
export const slowConnections = (port: number, count: number): Connections =>
  keepOpen(port, count, (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
    const timer = setInterval(() => socket.write('a'), SLOW_BYTE_MS)
    return () => clearInterval(timer)
  })

/** Endless requests whose responses are never read: all in one packet on every other connection, else one by one. */
export const unreadConnections = (port: number, count: number): Connections =>
  keepOpen(port, count, (socket, n) => {
    socket.pause()
    const request = 'GET /packages HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    if (n % 2 === 0) socket.write(request.repeat(MAX_UNREAD))
    let sentCount = 0
    const timer = setInterval(() => {
      if (n % 2 === 0 || ++sentCount > MAX_UNREAD) clearInterval(timer)
      else socket.write(request)
    }, 200)
    return () => clearInterval(timer)
  })

/** Keeps this many connections open; reopens those that the shop closes. */
function keepOpen(port: number, count: number, start: (socket: Socket, n: number) => () => void): Connections {
  let openedCount = 0
  let closing = false
  const sockets = new Map<number, Socket>()
  const open = (n: number) => {
    if (closing) return
    const socket = connect(port, '127.0.0.1')
    sockets.set(n, socket)
    openedCount++
    const stopSending = start(socket, n)
    // The shop is expected to close it at any point.
    socket.on('error', () => {})
    socket.on('close', () => {
      stopSending()
      setTimeout(open, REOPEN_MS, n).unref()
    })
  }
  for (let n = 0; n < count; n++) setTimeout(open, n * 2, n).unref()
  return {
    openedCount: () => openedCount,
    close() {
      closing = true
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
