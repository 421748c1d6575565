import { parentPort, workerData } from 'node:worker_threads'
import { type BesideOptions, openBeside } from '#server/platform/database/connect.ts'
import type { Question, QuestionName } from './answers.ts'
import { MonthCache } from './month-cache.ts'

export type Task = { ask: Question<QuestionName> } | 'catch up'
export type WorkerRequest = { id: number; task: Task }
export type WorkerResponse = { id: number } & (
  | { answer: unknown }
  | { fault: { message: string; code: string | undefined } }
)

const port = parentPort
if (!port) throw new Error('This is a thread of the server.')
const months = new MonthCache(openBeside(workerData as BesideOptions))
months.start()

port.on('message', async ({ id, task }: WorkerRequest) => {
  const respond = (response: WorkerResponse) => port.postMessage(response)
  try {
    respond({ id, answer: task === 'catch up' ? await months.catchUp() : await months.ask(task.ask) })
  } catch (fault) {
    const { message, code } = fault as NodeJS.ErrnoException
    respond({ id, fault: { message, code } })
  }
})
