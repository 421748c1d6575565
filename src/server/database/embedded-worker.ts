import { existsSync, renameSync, rmSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { serveSession } from './embedded-socket.ts'

/** A program that was stopped (Ctrl-Z) in the middle of a transaction must not stop the shop for longer than this. */
const IDLE_TRANSACTION_MS = 60_000

const { dataPath, socketPath } = workerData as { dataPath: string; socketPath: string }

if (!existsSync(dataPath)) {
  // Made aside and renamed when whole: a first start that is killed half-way leaves nothing that looks like a database.
  const unfinished = `${dataPath}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const made = await PGlite.create(unfinished)
  await made.close()
  renameSync(unfinished, dataPath)
}

const engine = await PGlite.create(dataPath)
const socket = await serveSession({
  engine,
  socketPath,
  idleTransactionMs: IDLE_TRANSACTION_MS,
  // Thrown outside of any promise, it ends this thread, and the main thread hears of it.
  onFault: (fault) =>
    setImmediate(() => {
      throw fault
    }),
})

parentPort?.once('message', async () => {
  await socket.close()
  await engine.close()
  process.exit(0)
})
parentPort?.postMessage('ready')
