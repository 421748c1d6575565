import { parentPort, workerData } from 'node:worker_threads'
import { openSecondaryPool, type SecondaryPoolOptions } from '#server/platform/database/connect.ts'
import { ClosedMonths } from './closed-months.ts'
import { MonthCache } from './month-cache.ts'
import type { LiveQuery, LiveQueryName } from './query-handlers.ts'

export type Task = { ask: LiveQuery<LiveQueryName> } | 'catch up'
export type TaskOutcome = { answer: unknown } | { fault: { message: string; code: string | undefined } }
export type WorkerRequest = { id: number; task: Task }
export type WorkerResponse = { id: number } & TaskOutcome
/** `scope`: everything, or only closed months. */
export type LiveWorkerData = { poolOptions: SecondaryPoolOptions; scope: 'all months' | 'closed months' }

const port = parentPort
if (!port) throw new Error('This module must run in a thread of the server.')
const { poolOptions, scope } = workerData as LiveWorkerData
const connection = openSecondaryPool(poolOptions)
const executeTask = scope === 'all months' ? serveAllMonths() : serveClosedMonths()

port.on('message', async ({ id, task }: WorkerRequest) => {
  const respond = (outcome: TaskOutcome) => port.postMessage({ id, ...outcome } satisfies WorkerResponse)
  try {
    respond({ answer: await executeTask(task) })
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    respond({ fault: { message, code } })
  }
})

function serveAllMonths(): (task: Task) => Promise<unknown> {
  const months = new MonthCache(connection)
  months.start()
  return (task) => (task === 'catch up' ? months.catchUp() : months.query(task.ask))
}

function serveClosedMonths(): (task: Task) => Promise<unknown> {
  const months = new ClosedMonths(connection)
  return async (task) => (task === 'catch up' ? undefined : months.query(task.ask))
}
