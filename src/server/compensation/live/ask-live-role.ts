import { Agent, request as openRequest } from 'node:http'
import { deserialize, serialize } from 'node:v8'
import { ProblemError, problem } from '#server/http/errors.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import type { Question, QuestionName, Questions } from './answers.ts'
import { isClosedMonth } from './live.queries.ts'
import { type LiveNetwork, LOADING, openLiveNetwork, PATIENCE_MS } from './live-network.ts'
import type { Task, TaskOutcome } from './live-worker.ts'
import { TASK_PATH } from './serve-live-role.ts'

const AWAY = 'This month’s figures aren’t available right now. Please try again in a moment.'
/** Time after its last question at which the fallback's months are dropped. */
const STAND_IN_MS = 60_000

/** The live role of this machine cannot be reached: it is starting, or has ended. */
class Away extends ProblemError {
  constructor() {
    super(503, AWAY)
  }
}

/**
 * Sends questions to the live role of this machine. While it is unreachable, open months answer 503: stale figures are
 * never returned. Closed months do not change, so a thread of this process reads them instead.
 */
export function askLiveRole(
  socketPath: string,
  connection: Connection,
  onError: (fault: unknown) => void,
): LiveNetwork {
  const agent = new Agent({ keepAlive: true })
  let standIn: LiveNetwork | undefined
  let ending: NodeJS.Timeout | undefined

  function askClosed<Name extends QuestionName>(question: Question<Name>) {
    standIn ??= openLiveNetwork(connection, onError, 'closed months')
    clearTimeout(ending)
    ending = setTimeout(endStandIn, STAND_IN_MS).unref()
    return standIn.ask(question)
  }

  async function endStandIn(): Promise<void> {
    const ended = standIn
    standIn = undefined
    await ended?.close()
  }

  async function send(task: Task): Promise<unknown> {
    const outcome = deserialize(await post(agent, socketPath, serialize(task))) as TaskOutcome
    if ('answer' in outcome) return outcome.answer
    throw Object.assign(new Error(outcome.fault.message), { code: outcome.fault.code })
  }

  return {
    // The live role starts by itself.
    start() {},
    async ask<Name extends QuestionName>(question: Question<Name>) {
      try {
        return (await send({ ask: question })) as Questions[Name]['answer']
      } catch (fault) {
        if (!(fault instanceof Away) || !(await isClosedMonth(connection, question.month))) throw fault
        return askClosed(question)
      }
    },
    async catchUp() {
      await send('catch up')
    },
    async close() {
      agent.destroy()
      clearTimeout(ending)
      await endStandIn()
    },
  }
}

function post(agent: Agent, socketPath: string, body: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const asking = openRequest({ agent, socketPath, method: 'POST', path: TASK_PATH }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', () => reject(new Away()))
  })
  // ENOENT and ECONNREFUSED before it listens, ECONNRESET if it ends meanwhile: in each case it is unreachable.
  asking.on('error', () => reject(new Away()))
  const timer = setTimeout(() => {
    reject(problem(503, LOADING))
    asking.destroy()
  }, PATIENCE_MS)
  asking.end(body)
  return promise.finally(() => clearTimeout(timer))
}
