import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ProblemError, problem } from '#server/http/errors.ts'
import { secondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveWorkerData, Task, WorkerRequest, WorkerResponse } from './live-worker.ts'
import type { LiveQueries, LiveQuery, LiveQueryName } from './query-handlers.ts'

/** Long enough to load a month of a million members. */
export const TIMEOUT_MS = 10_000
export const LOADING_MESSAGE = 'This month’s figures are being calculated. Please try again in a moment.'

/** Queries months that are cached in memory; requests never climb a tree in the database. */
export type LiveNetwork = {
  /** Loads the current month, so that the first query does not wait for it. */
  start(): void
  /** Throws 503 if the month is not available in time. */
  query<Name extends LiveQueryName>(query: LiveQuery<Name>): Promise<LiveQueries[Name]['result']>
  /** Ensures that later results include everything that is committed now. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The services of modules that show a month. */
export type NetworkServices = Services & { network: LiveNetwork }

/** Jobs can wait longer than a page. */
const JOB_TIMEOUT_MS = 12 * TIMEOUT_MS
/** Delay before the next attempt when the live role refuses at once. */
const RETRY_INTERVAL_MS = 1_000

/** Retries while the month is being loaded, or its process is unreachable. */
export async function retryUntilLoaded<Output>(request: () => Promise<Output>): Promise<Output> {
  const deadline = performance.now() + JOB_TIMEOUT_MS
  for (;;) {
    const delay = pause(RETRY_INTERVAL_MS)
    try {
      return await request()
    } catch (error) {
      const isLoading = error instanceof ProblemError && error.code === 'unavailable'
      if (!isLoading || performance.now() > deadline) throw error
    }
    await delay
  }
}

type PendingRequest = { resolve(answer: unknown): void; reject(error: Error): void }

/**
 * Runs live months in a separate thread, so that adding one up does not delay other requests. It starts with the first
 * query at the latest, and restarts if it ever ends; it only reads, so it may be ended at any moment.
 */
export function openLiveNetwork(
  connection: Connection,
  onError: (error: unknown) => void,
  scope: LiveWorkerData['scope'] = 'all months',
): LiveNetwork {
  let worker: Worker | undefined
  let requestCount = 0
  const pending = new Map<number, PendingRequest>()

  function startWorker(): Worker {
    const workerData: LiveWorkerData = { poolOptions: secondaryPoolOptions(connection), scope }
    const newWorker = new Worker(new URL('./live-worker.ts', import.meta.url), { workerData })
    newWorker.on('message', (response: WorkerResponse) => {
      // Under `node --watch`, Node reports the files that the thread loads through the same channel.
      const { resolve, reject } = pending.get(response.id) ?? {}
      pending.delete(response.id)
      if ('answer' in response) resolve?.(response.answer)
      else reject?.(Object.assign(new Error(response.fault.message), { code: response.fault.code }))
    })
    newWorker.on('error', onError)
    newWorker.on('exit', () => {
      if (worker === newWorker) worker = undefined
      for (const { reject } of pending.values()) reject(new Error('The thread of the live months has ended.'))
      pending.clear()
    })
    return newWorker
  }

  async function send(task: Task): Promise<unknown> {
    worker ??= startWorker()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++requestCount
    pending.set(id, { resolve, reject })
    worker.postMessage({ id, task } satisfies WorkerRequest)
    const timer = setTimeout(() => reject(problem('unavailable', LOADING_MESSAGE)), TIMEOUT_MS)
    return promise.finally(() => {
      clearTimeout(timer)
      pending.delete(id)
    })
  }

  return {
    start() {
      worker ??= startWorker()
    },
    async query<Name extends LiveQueryName>(query: LiveQuery<Name>) {
      return (await send({ ask: query })) as LiveQueries[Name]['result']
    },
    async catchUp() {
      await send('catch up')
    },
    async close() {
      await worker?.terminate()
    },
  }
}
