import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CommandEnded, CommandToRun } from './command-child.ts'
import type { ShopSteps } from './shop-steps.ts'

let child: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the command line like `npm run shop` and returns its output; throws when it reports an error. A separate process
 * loads it once for all commands of a worker, because loading takes longer than most of them.
 */
export const runShopCommand = (env: Record<string, string>, ...words: string[]): Promise<string> =>
  runInTurn({ env, words })

/** Runs a use case on the shop, with the arguments of its entry in `shop-steps.ts`. */
export const runShopStep = <Name extends keyof ShopSteps>(
  env: Record<string, string>,
  step: Name,
  ...words: Parameters<ShopSteps[Name]>
): Promise<string> => runInTurn({ env, step, words })

function runInTurn({ env, ...command }: CommandToRun): Promise<string> {
  const ended = last.then(() => send({ env: { ...(process.env as Record<string, string>), ...env }, ...command }))
  last = ended.catch(() => {})
  return ended.then(({ code, stdout, stderr }) => {
    if (code !== 0) throw new Error(`shop ${command.words.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
    return stdout
  })
}

function send(command: CommandToRun): Promise<CommandEnded> {
  child ??= start()
  const one = child
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => {
      child = undefined
      reject(new Error(`the command process ended with ${code} at: shop ${command.words.join(' ')}`))
    }
    one.once('exit', gone)
    one.once('message', (ended: CommandEnded) => {
      one.off('exit', gone)
      resolve(ended)
    })
    one.send(command)
  })
}

/** Ends with its parent process. */
function start(): ChildProcess {
  const started = fork(fileURLToPath(new URL('command-child.ts', import.meta.url)), { execArgv: [] })
  started.unref()
  started.channel?.unref()
  return started
}
