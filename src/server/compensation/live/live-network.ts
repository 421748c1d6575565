import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ProblemError, problem } from '#server/http/errors.ts'
import { secondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import type { Question, QuestionName, Questions } from './answers.ts'
import type { LiveWorkerData, Task, WorkerRequest, WorkerResponse } from './live-worker.ts'

/** Long enough to load a month of a million members. */
export const PATIENCE_MS = 10_000
export const LOADING = 'This month’s figures are being calculated. Please try again in a moment.'

/** Answers questions from a month that is cached in memory; requests never climb a tree in the database. */
export type LiveNetwork = {
  /** Loads the current month, so that the first question does not wait for it. */
  start(): void
  /** Throws 503 if the month is not available in time. */
  ask<Name extends QuestionName>(question: Question<Name>): Promise<Questions[Name]['answer']>
  /** Makes sure that later answers include everything that is committed now. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** The services of modules that show a month. */
export type NetworkServices = Services & { network: LiveNetwork }

/** Jobs can wait longer than a page. */
const PATIENCE_OF_JOBS_MS = 12 * PATIENCE_MS
/** Delay before the next question after a live role has refused at once. */
const ASK_AGAIN_MS = 1_000

/** Retries while the month is being loaded, or its process is unreachable. */
export async function whenLoaded<Found>(ask: () => Promise<Found>): Promise<Found> {
  const until = performance.now() + PATIENCE_OF_JOBS_MS
  for (;;) {
    const again = pause(ASK_AGAIN_MS)
    try {
      return await ask()
    } catch (fault) {
      const isLoading = fault instanceof ProblemError && fault.status === 503
      if (!isLoading || performance.now() > until) throw fault
    }
    await again
  }
}

type Waiting = { resolve(answer: unknown): void; reject(fault: Error): void }

/**
 * Runs live months in a separate thread, so that adding one up does not delay other requests. It starts with the first
 * question at the latest, and restarts if it ever ends; it only reads, so it may be ended at any moment.
 */
export function openLiveNetwork(
  connection: Connection,
  onError: (fault: unknown) => void,
  scope: LiveWorkerData['scope'] = 'all months',
): LiveNetwork {
  let worker: Worker | undefined
  let requestCount = 0
  const waiting = new Map<number, Waiting>()

  function startWorker(): Worker {
    const workerData: LiveWorkerData = { beside: secondaryPoolOptions(connection), scope }
    const started = new Worker(new URL('./live-worker.ts', import.meta.url), { workerData })
    started.on('message', (response: WorkerResponse) => {
      // Under `node --watch`, Node reports the files that the thread loads through the same channel.
      const { resolve, reject } = waiting.get(response.id) ?? {}
      waiting.delete(response.id)
      if ('answer' in response) resolve?.(response.answer)
      else reject?.(Object.assign(new Error(response.fault.message), { code: response.fault.code }))
    })
    started.on('error', onError)
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(new Error('The thread of the live months has ended.'))
      waiting.clear()
    })
    return started
  }

  async function send(task: Task): Promise<unknown> {
    worker ??= startWorker()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const id = ++requestCount
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, task } satisfies WorkerRequest)
    const timer = setTimeout(() => reject(problem(503, LOADING)), PATIENCE_MS)
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(id)
    })
  }

  return {
    start() {
      worker ??= startWorker()
    },
    async ask<Name extends QuestionName>(question: Question<Name>) {
      return (await send({ ask: question })) as Questions[Name]['answer']
    },
    async catchUp() {
      await send('catch up')
    },
    async close() {
      await worker?.terminate()
    },
  }
}
