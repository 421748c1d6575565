import '#server/platform/files/private-files.ts'
import '#server/cli/brief-engine.ts'
import { withShop } from '#server/cli/command.ts'
import { runCommandLine } from '#server/cli/run.ts'
import { inShopTransaction } from '#server/cli/with-jobs.ts'
import { type ShopSteps, shopSteps } from './shop-steps.ts'

/** `step` is the name of a shop step, and `args` its arguments; otherwise they are a command. */
export type CommandInput = { env: Record<string, string>; step?: keyof ShopSteps; args: unknown[] }
export type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs a command and sends its output to the parent process. */
async function run({ env, step, args }: CommandInput): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const originalWrites = { stdout: process.stdout.write, stderr: process.stderr.write }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      output[stream] += text
      return true
    }
  try {
    const code = step
      ? await takeStep(env, step, args)
      : await runCommandLine(['node', 'shop', ...args.map(String)], env)
    return { code, ...output }
  } catch (error) {
    return { code: 1, ...output, stderr: `${output.stderr}${error instanceof Error ? error.stack : error}` }
  } finally {
    for (const stream of ['stdout', 'stderr'] as const) process[stream].write = originalWrites[stream]
  }
}

/** Runs a shop step; throws when it is refused. */
const takeStep = (env: Record<string, string>, name: keyof ShopSteps, input: unknown[]): Promise<number> =>
  withShop(env, undefined, async (context) => {
    const step = (shopSteps[name] as (...input: unknown[]) => ReturnType<ShopSteps[typeof name]>)(...input)
    const done = await inShopTransaction(context, step)
    if (!done.ok) throw new Error(`${name} was refused: ${JSON.stringify(done.refusal)}`)
    return 0
  })

// Sequential, because all commands share the output of the process.
let queue = Promise.resolve()
process.on('message', (command: CommandInput) => {
  queue = queue.then(async () => {
    process.send?.(await run(command))
  })
})
