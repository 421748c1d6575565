import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DirectoryLock } from './directory-lock.ts'

/** Start options of the engine's thread. */
export type EngineData = { dataPath: string; socketPath: string; durable: boolean; emptyEngines: string | undefined }
export type EmbeddedEngine = {
  socketPath: string
  /** Calls back shortly after statements of connections other than the owner's (OWNER_NAME). */
  watchOthers(listener: () => void): () => void
  close(): Promise<void>
}

/** Name of the socket that `pg` expects in the folder that is its host. */
const SOCKET_NAME = '.s.PGSQL.5432'
/** A Unix socket's path is limited to 104 bytes on macOS and 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 100
const TEMPORARY_PREFIX = join(tmpdir(), 'salonfront-')

/**
 * Starts the database engine on `dataDir`, whose lock the caller must have, in a separate thread. `onLost` is called
 * when the engine ends without having been closed; its connections break at that moment.
 */
export async function startEngine(
  dataDir: string,
  lock: DirectoryLock,
  { onLost, ...engineOptions }: Pick<EngineData, 'durable' | 'emptyEngines'> & { onLost(error: Error): void },
): Promise<EmbeddedEngine> {
  const directory = resolve(dataDir)
  const socketPath = makeSocketPath(directory, lock.previous?.socketPath)
  const workerData: EngineData = { dataPath: join(directory, 'pgdata'), socketPath, ...engineOptions }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })

  const listeners = new Set<() => void>()
  let closing = false
  let cause: unknown
  const exited = new Promise<number>((resolveExit) => worker.once('exit', resolveExit))
  worker.on('error', (error) => {
    cause = error
  })
  const createEndError = () => new Error('The embedded database engine ended unexpectedly.', { cause })

  await new Promise<void>((ready, failed) => {
    // Under `node --watch`, the files that the worker loads are reported through the same channel.
    worker.on('message', (message) => {
      if (message === 'ready') ready()
      if (message === 'others') for (const listener of listeners) listener()
    })
    void exited.then(() => failed(cause instanceof Error ? cause : createEndError()))
  })
  void exited.then(() => {
    if (!closing) onLost(createEndError())
  })
  lock.announce(socketPath)

  return {
    socketPath,
    watchOthers(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing = true
      worker.postMessage('close')
      const code = await exited
      removeSocket(socketPath)
      if (code !== 0) throw createEndError()
    },
  }
}

function makeSocketPath(directory: string, abandoned: string | null | undefined): string {
  if (abandoned) removeSocket(abandoned)

  const folder = join(directory, 'socket')
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) >= MAX_SOCKET_PATH_BYTES) {
    return join(mkdtempSync(TEMPORARY_PREFIX), SOCKET_NAME)
  }
  mkdirSync(folder, { recursive: true })
  // The engine requires no password: the folder's mode excludes other users of the machine.
  chmodSync(folder, 0o700)
  rmSync(join(folder, SOCKET_NAME), { force: true })
  return join(folder, SOCKET_NAME)
}

function removeSocket(socketPath: string) {
  rmSync(socketPath, { force: true })
  if (socketPath.startsWith(TEMPORARY_PREFIX)) rmSync(dirname(socketPath), { recursive: true, force: true })
}
