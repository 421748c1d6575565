import { parentPort, workerData } from 'node:worker_threads'
import { openSecondaryPool, type SecondaryPoolOptions } from '#server/platform/database/connect.ts'
import type { Question, QuestionName } from './answers.ts'
import { ClosedMonths } from './closed-months.ts'
import { MonthCache } from './month-cache.ts'

export type Task = { ask: Question<QuestionName> } | 'catch up'
export type TaskOutcome = { answer: unknown } | { fault: { message: string; code: string | undefined } }
export type WorkerRequest = { id: number; task: Task }
export type WorkerResponse = { id: number } & TaskOutcome
/** `scope`: everything, or only closed months. */
export type LiveWorkerData = { beside: SecondaryPoolOptions; scope: 'all months' | 'closed months' }

const port = parentPort
if (!port) throw new Error('This module must run in a thread of the server.')
const { beside, scope } = workerData as LiveWorkerData
const connection = openSecondaryPool(beside)
const carryOut = scope === 'all months' ? followMonths() : readClosed()

port.on('message', async ({ id, task }: WorkerRequest) => {
  const respond = (outcome: TaskOutcome) => port.postMessage({ id, ...outcome } satisfies WorkerResponse)
  try {
    respond({ answer: await carryOut(task) })
  } catch (fault) {
    const { message, code } = fault as NodeJS.ErrnoException
    respond({ fault: { message, code } })
  }
})

function followMonths(): (task: Task) => Promise<unknown> {
  const months = new MonthCache(connection)
  months.start()
  return (task) => (task === 'catch up' ? months.catchUp() : months.ask(task.ask))
}

function readClosed(): (task: Task) => Promise<unknown> {
  const months = new ClosedMonths(connection)
  return async (task) => (task === 'catch up' ? undefined : months.ask(task.ask))
}
