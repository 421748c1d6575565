import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Input actions of the W3C WebDriver standard; WebDriver BiDi uses the same actions. */
export type InputActions = readonly object[]

/** A browser that a test drives through its own WebDriver. */
export type Engine = {
  navigate(url: string): Promise<void>
  /** Calls a function in the page; arguments and result must be JSON. */
  call<Arguments extends readonly unknown[], Result>(
    body: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>>
  perform(actions: InputActions): Promise<void>
  /** Sets the files of the page's only file field. */
  setFiles(paths: readonly string[]): Promise<void>
  clearCookies(): Promise<void>
  /** A PNG picture of the window's content. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Window size of every engine, so that the same controls are visible. */
export const WINDOW = { width: 1440, height: 900 }

/** Thrown when the driver refuses a command; has the error code of the standard. */
export class EngineError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

export const findInstalled = (paths: readonly string[]): string | undefined => paths.find((path) => existsSync(path))

/** Starts a program in its own process group, which ends as a whole, at the latest with the test's process. */
export function startProgram(path: string, options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(path, options, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const exit = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const kill = () => killGroup(child)
  process.once('exit', kill)
  return {
    child,
    async stop() {
      kill()
      await exit
      process.off('exit', kill)
    },
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits for a line of a program's output and returns the match. */
export const waitForLine = ({ child }: ReturnType<typeof startProgram>, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const scan = (chunk: Buffer) => {
      output += chunk.toString()
      const match = pattern.exec(output)
      if (match) resolve(match[1] ?? match[0])
    }
    child.stdout?.on('data', scan)
    child.stderr?.on('data', scan)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} exited with code ${code}: ${output}`)))
  })
