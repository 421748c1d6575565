import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ProblemError, problem } from '#server/http/errors.ts'
import { besideOptions } from '#server/platform/database/connect.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { Services } from '#server/platform/services.ts'
import type { Question, QuestionName, Questions } from './answers.ts'
import type { LiveWorkerData, Task, WorkerRequest, WorkerResponse } from './live-worker.ts'

/** A month of a million members is in memory before. */
export const PATIENCE_MS = 10_000
export const LOADING = 'The figures of this month are being added up. Please try again in a moment.'

/** Asks a month that is cached in memory; requests never climb a tree in the database. */
export type LiveNetwork = {
  /** Reads the current month, so that the first to ask does not wait for it. */
  start(): void
  /** Throws 503 when the month is not there in time. */
  ask<Name extends QuestionName>(question: Question<Name>): Promise<Questions[Name]['answer']>
  /** What is committed now is in every answer from then on. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** What the areas that show a month are given. */
export type NetworkServices = Services & { network: LiveNetwork }

/** Jobs can wait longer than a page. */
const PATIENCE_OF_JOBS_MS = 12 * PATIENCE_MS
/** Who says at once that the months cannot be asked is not asked at once again. */
const ASK_AGAIN_MS = 1_000

/** Asks again while the month is being read into memory, or its process is away. */
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
 * The months live in a thread of their own: adding one up must not hold up the pages of others. It starts with the first
 * question at the latest, and again should it ever end; it only reads, so that it may be ended at any moment.
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
    const workerData: LiveWorkerData = { beside: besideOptions(connection), scope }
    const started = new Worker(new URL('./live-worker.ts', import.meta.url), { workerData })
    started.on('message', (response: WorkerResponse) => {
      // Under `node --watch` the files that the thread loads are reported through the same channel.
      const { resolve, reject } = waiting.get(response.id) ?? {}
      waiting.delete(response.id)
      if ('answer' in response) resolve?.(response.answer)
      else reject?.(Object.assign(new Error(response.fault.message), { code: response.fault.code }))
    })
    started.on('error', onError)
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const { reject } of waiting.values()) reject(new Error('The thread of the months in memory has ended.'))
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
