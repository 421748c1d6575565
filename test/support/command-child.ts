import '#server/platform/files/private-files.ts'
import '#server/command-line/brief-engine.ts'
import { runCommandLine } from '#server/command-line/run.ts'

export type CommandToRun = { env: Record<string, string>; words: string[] }
export type CommandEnded = { code: number; stdout: string; stderr: string }

/** Runs a command and sends its output to the parent process. */
async function run({ env, words }: CommandToRun): Promise<CommandEnded> {
  const printed = { stdout: '', stderr: '' }
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (text: string | Uint8Array) => {
      printed[stream] += text
      return true
    }
  try {
    return { code: await runCommandLine(['node', 'shop', ...words], env), ...printed }
  } catch (fault) {
    return { code: 1, ...printed, stderr: `${printed.stderr}${fault instanceof Error ? fault.stack : fault}` }
  } finally {
    for (const stream of ['stdout', 'stderr'] as const) process[stream].write = writes[stream]
  }
}

// Sequential, because all commands share the output of the process.
let last = Promise.resolve()
process.on('message', (command: CommandToRun) => {
  last = last.then(async () => {
    process.send?.(await run(command))
  })
})
