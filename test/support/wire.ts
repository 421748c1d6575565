import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire to PostgreSQL that can be cut, can fall silent, and whose far end can be gone. */
export async function makeWire(target: URL) {
  const sockets = new Set<Socket>()
  let state: 'up' | 'down' | 'silent' = 'up'
  let losesNextCommit = false
  const server = createServer((near) => {
    if (state === 'down') return near.destroy()
    near.on('error', () => {})
    if (state === 'silent') return void sockets.add(near)
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    near.on('data', (sent: Buffer) => {
      if (!losesNextCommit || !sent.includes('commit\0')) return
      losesNextCommit = false
      far.unpipe(near).once('data', () => far.destroy())
    })
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut() {
      state = 'down'
      for (const socket of sockets) socket.destroy()
    },
    /** Nothing comes through any more, and nobody is told: what was open stays so for ever. */
    hush() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** The next commit is carried out, and its connection breaks before the sender hears of it. */
    loseNextCommit() {
      losesNextCommit = true
    },
    mend() {
      state = 'up'
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
