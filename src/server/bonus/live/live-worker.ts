import { parentPort, workerData } from 'node:worker_threads'
import { type BesideOptions, openBeside } from '../../database/connect.ts'
import type { Question, QuestionName } from './answers.ts'
import { MonthKeeper } from './month-keeper.ts'

export type Wish = { ask: Question<QuestionName> } | 'catch up'
export type Asked = { id: number; wish: Wish }
export type Told = { id: number } & ({ answer: unknown } | { fault: { message: string; code: string | undefined } })

const port = parentPort
if (!port) throw new Error('This is a thread of the server.')
const keeper = new MonthKeeper(openBeside(workerData as BesideOptions))
keeper.start()

port.on('message', async ({ id, wish }: Asked) => {
  const tell = (told: Told) => port.postMessage(told)
  try {
    tell({ id, answer: wish === 'catch up' ? await keeper.catchUp() : await keeper.ask(wish.ask) })
  } catch (fault) {
    const { message, code } = fault as NodeJS.ErrnoException
    tell({ id, fault: { message, code } })
  }
})
