import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { openSecondaryPool, secondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { DirectoryInUse } from '#server/platform/database/directory-lock.ts'
import type { Task, TaskOutcome } from './live-worker.ts'
import { MonthCache } from './month-cache.ts'

/** URL path of queries; client and server run the same program. */
export const TASK_PATH = '/task'

/**
 * Serves the live months of all processes on this machine over a Unix socket: HTTP whose bodies are structured clones,
 * so that a result equals that of a thread (docs/decisions/0068).
 */
export async function serveLiveRole(connection: Connection, socketPath: string): Promise<{ close(): Promise<void> }> {
  await requireNoOtherRole(socketPath)
  const pool = openSecondaryPool(secondaryPoolOptions(connection))
  const months = new MonthCache(pool)
  const executeTask = (task: Task) => (task === 'catch up' ? months.catchUp() : months.query(task.ask))

  // Idle connections are never closed: a query could be lost on a closing one.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    if (request.url === '/healthz') return response.end('ok')
    if (request.url !== TASK_PATH) return response.writeHead(404).end()
    let outcome: TaskOutcome
    try {
      outcome = { answer: await executeTask(deserialize(await readBody(request)) as Task) }
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      outcome = { fault: { message, code } }
    }
    response.end(serialize(outcome))
  })
  server.listen(socketPath)
  await once(server, 'listening')
  chmodSync(socketPath, 0o600)
  months.start()
  return {
    async close() {
      months.stop()
      const closed = once(server, 'close')
      server.close()
      // Callers that wait for a month that is still loading get "unreachable".
      server.closeAllConnections()
      await closed
      await pool.close()
    },
  }
}

/** Two roles would both load all months, and only the second would get queries. */
async function requireNoOtherRole(socketPath: string): Promise<void> {
  if (await isListening(socketPath)) throw new DirectoryInUse(dirname(socketPath), undefined)
  // Left behind by a killed process.
  rmSync(socketPath, { force: true })
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
