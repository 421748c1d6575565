import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { syncNow, syncTree } from '../files/durable-files.ts'
import type { EngineData } from './embedded-engine.ts'
import { EngineFiles } from './embedded-files.ts'
import { serveSession } from './embedded-socket.ts'
import { cacheEmptyEngine, copyEmptyEngine, EMPTY_ENGINES } from './empty-engine.ts'
import { openAfterPowerCut, openEngine } from './open-engine.ts'

/** Statements of other connections are reported together, this long after the first of them. */
const REPORT_DELAY_MS = 250
/** A program stopped (Ctrl-Z) in the middle of a transaction must not block the shop for longer than this. */
const IDLE_TRANSACTION_MS = 60_000

const { dataPath, socketPath, durable, emptyEngines = EMPTY_ENGINES } = workerData as EngineData

// The operating system's file cache duplicates the engine's own: a quarter of the usual size saves 100 MiB and costs no
// time.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
// Upstream starts the engine with -F (fsync off). Of the sync methods, only fsync reaches its files.
const DURABLE_START = [
  ...START.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'full_page_writes=on', '-c', 'synchronous_commit=on'],
]

const openEngineAt = (path: string): Promise<PGlite> =>
  openEngine({
    fs: new EngineFiles(path, durable),
    startParams: durable ? DURABLE_START : START,
    // Extensions available to `create extension`; their files are not part of the data.
    extensions: { pg_trgm },
  })

if (!existsSync(dataPath)) {
  // Created under a temporary name and renamed when complete: a killed first start leaves nothing that looks like a
  // database.
  const unfinished = `${dataPath}.new`
  rmSync(unfinished, { recursive: true, force: true })
  if (!copyEmptyEngine(emptyEngines, unfinished)) {
    const created = await openEngineAt(unfinished)
    await created.close()
    cacheEmptyEngine(emptyEngines, unfinished)
  }
  if (durable) syncTree(unfinished)
  renameSync(unfinished, dataPath)
  if (durable) syncNow(dirname(dataPath))
}

const openDatabase = (): Promise<PGlite> => {
  // The lock on the data directory guarantees that no other process is running. After a power cut this file can exist
  // and be empty, and PostgreSQL refuses to start with an empty one.
  rmSync(join(dataPath, 'postmaster.pid'), { force: true })
  return openEngineAt(dataPath)
}

const engine = await openAfterPowerCut(openDatabase, (message) => void process.stderr.write(`${message}\n`))
let isReportPending = false
const socket = await serveSession({
  engine,
  socketPath,
  idleTransactionMs: IDLE_TRANSACTION_MS,
  onOther() {
    if (isReportPending) return
    isReportPending = true
    setTimeout(() => {
      isReportPending = false
      parentPort?.postMessage('others')
    }, REPORT_DELAY_MS).unref()
  },
  // Thrown outside of any promise, the error ends this thread, and the main thread is notified.
  onError: (error) =>
    setImmediate(() => {
      throw error
    }),
})

parentPort?.once('message', async () => {
  await socket.close()
  await engine.close()
  process.exit(0)
})
parentPort?.postMessage('ready')
