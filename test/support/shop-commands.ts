import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CommandInput, CommandResult } from './command-child.ts'
import type { ShopSteps } from './shop-steps.ts'

let child: ChildProcess | undefined
let queue: Promise<unknown> = Promise.resolve()

/**
 * Runs the command line like `npm run shop` and returns its output; throws when it reports an error. A separate process
 * loads it once for all commands of a worker, because loading takes longer than most of them.
 */
export const runShopCommand = (env: Record<string, string>, ...args: string[]): Promise<string> =>
  runInTurn({ env, args })

/** Runs a use case on the shop, with the arguments of its entry in `shop-steps.ts`. */
export const runShopStep = <Name extends keyof ShopSteps>(
  env: Record<string, string>,
  step: Name,
  ...args: Parameters<ShopSteps[Name]>
): Promise<string> => runInTurn({ env, step, args })

function runInTurn({ env, ...command }: CommandInput): Promise<string> {
  const result = queue.then(() => send({ env: { ...(process.env as Record<string, string>), ...env }, ...command }))
  queue = result.catch(() => {})
  return result.then(({ code, stdout, stderr }) => {
    if (code !== 0) throw new Error(`shop ${command.args.join(' ')} exited with code ${code}:\n${stdout}${stderr}`)
    return stdout
  })
}

function send(command: CommandInput): Promise<CommandResult> {
  child ??= start()
  const commandProcess = child
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => {
      child = undefined
      reject(new Error(`the command process exited with code ${code} at: shop ${command.args.join(' ')}`))
    }
    commandProcess.once('exit', onExit)
    commandProcess.once('message', (result: CommandResult) => {
      commandProcess.off('exit', onExit)
      resolve(result)
    })
    commandProcess.send(command)
  })
}

/** Ends with its parent process. */
function start(): ChildProcess {
  const childProcess = fork(fileURLToPath(new URL('command-child.ts', import.meta.url)), { execArgv: [] })
  childProcess.unref()
  childProcess.channel?.unref()
  return childProcess
}
