import '#server/platform/files/private-files.ts'
import '#server/command-line/brief-engine.ts'
import { runCommandLine } from '#server/command-line/run.ts'

export type CommandInput = { env: Record<string, string>; args: string[] }
export type CommandResult = { code: number; stdout: string; stderr: string }

/** Runs a command and sends its output to the parent process. */
async function run({ env, args }: CommandInput): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const originalWrites = { stdout: process.stdout.write, stderr: process.stderr.write }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      output[stream] += text
      return true
    }
  try {
    return { code: await runCommandLine(['node', 'shop', ...args], env), ...output }
  } catch (error) {
    return { code: 1, ...output, stderr: `${output.stderr}${error instanceof Error ? error.stack : error}` }
  } finally {
    for (const stream of ['stdout', 'stderr'] as const) process[stream].write = originalWrites[stream]
  }
}

// Sequential, because all commands share the output of the process.
let queue = Promise.resolve()
process.on('message', (command: CommandInput) => {
  queue = queue.then(async () => {
    process.send?.(await run(command))
  })
})
