import { Agent, request as openRequest } from 'node:http'
import { deserialize, serialize } from 'node:v8'
import { ProblemError, problem } from '#server/http/errors.ts'
import type { Connection } from '#server/platform/database/connection.ts'
import { isClosedMonth } from './live.queries.ts'
import { type LiveNetwork, LOADING_MESSAGE, openLiveNetwork, TIMEOUT_MS } from './live-network.ts'
import type { Task, TaskOutcome } from './live-worker.ts'
import type { LiveQueries, LiveQuery, LiveQueryName } from './query-handlers.ts'
import { TASK_PATH } from './serve-live-role.ts'

const UNAVAILABLE_MESSAGE = 'This month’s figures aren’t available right now. Please try again in a moment.'
/** Time after its last query at which the fallback's months are dropped. */
const FALLBACK_IDLE_MS = 60_000

/** The live role of this machine cannot be reached: it is starting, or has ended. */
class LiveRoleUnavailableError extends ProblemError {
  constructor() {
    super('unavailable', UNAVAILABLE_MESSAGE)
  }
}

/**
 * Sends queries to the live role of this machine. While it is unreachable, open months return 503: stale figures are
 * never returned. Closed months do not change, so a thread of this process reads them instead.
 */
export function connectToLiveRole(
  socketPath: string,
  connection: Connection,
  onError: (error: unknown) => void,
): LiveNetwork {
  const agent = new Agent({ keepAlive: true })
  let fallback: LiveNetwork | undefined
  let fallbackTimer: NodeJS.Timeout | undefined

  function queryFallback<Name extends LiveQueryName>(query: LiveQuery<Name>) {
    fallback ??= openLiveNetwork(connection, onError, 'closed months')
    clearTimeout(fallbackTimer)
    fallbackTimer = setTimeout(closeFallback, FALLBACK_IDLE_MS).unref()
    return fallback.query(query)
  }

  async function closeFallback(): Promise<void> {
    const closing = fallback
    fallback = undefined
    await closing?.close()
  }

  async function send(task: Task): Promise<unknown> {
    const outcome = deserialize(await post(agent, socketPath, serialize(task))) as TaskOutcome
    if ('answer' in outcome) return outcome.answer
    throw Object.assign(new Error(outcome.fault.message), { code: outcome.fault.code })
  }

  return {
    // The live role starts by itself.
    start() {},
    async query<Name extends LiveQueryName>(query: LiveQuery<Name>) {
      try {
        return (await send({ ask: query })) as LiveQueries[Name]['result']
      } catch (error) {
        if (!(error instanceof LiveRoleUnavailableError) || !(await isClosedMonth(connection, query.month))) throw error
        return queryFallback(query)
      }
    },
    async catchUp() {
      await send('catch up')
    },
    async close() {
      agent.destroy()
      clearTimeout(fallbackTimer)
      await closeFallback()
    },
  }
}

function post(agent: Agent, socketPath: string, body: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const request = openRequest({ agent, socketPath, method: 'POST', path: TASK_PATH }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', () => reject(new LiveRoleUnavailableError()))
  })
  // ENOENT and ECONNREFUSED before it listens, ECONNRESET if it ends meanwhile: in each case it is unreachable.
  request.on('error', () => reject(new LiveRoleUnavailableError()))
  const timer = setTimeout(() => {
    reject(problem('unavailable', LOADING_MESSAGE))
    request.destroy()
  }, TIMEOUT_MS)
  request.end(body)
  return promise.finally(() => clearTimeout(timer))
}
