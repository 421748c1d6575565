import { type ChildProcess, fork } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { explainListenError } from './explain-listen-error.ts'
import { checkPortIsFree } from './http/check-port-is-free.ts'
import type { Config, Role } from './platform/config.ts'
import { NotStartedError, type Ready, type Running } from './running.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
/** A process that exits is restarted, with growing delays if it keeps exiting. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** A process that ran this long did not fail at startup. */
const SETTLED_MS = 30_000

/**
 * Runs several web processes on one port and, without a role, a worker and the months in memory. This process only
 * supervises them (docs/decisions/0068).
 */
export async function supervise(config: Config): Promise<Running> {
  await checkPortIsFree(config).catch(explainListenError(config))
  cluster.setupPrimary({ exec: MAIN, args: [] })
  const webSlots = Array.from({ length: config.webProcesses }, () => new ProcessSlot('web'))
  const otherSlots = config.role === undefined ? [new ProcessSlot('worker'), new ProcessSlot('live')] : []
  const slots = [...otherSlots, ...webSlots]
  const [first, ...rest] = slots as [ProcessSlot, ...ProcessSlot[]]
  // Starts first and alone: it may migrate, and an error in its startup would affect all others.
  await first.open()
  await Promise.all(rest.map((slot) => slot.open()))
  return {
    announcement: webSlots[0]?.announcement ?? '',
    async close() {
      // Requests in progress may still need the months in memory.
      await Promise.all(webSlots.map((slot) => slot.close()))
      await Promise.all(otherSlots.map((slot) => slot.close()))
    },
    async restart() {
      for (const slot of webSlots) await slot.replace()
      for (const slot of otherSlots) await slot.reopen()
    },
  }
}

/** Supervises one process of a role. */
class ProcessSlot {
  readonly #role: Role
  #child: ChildProcess | undefined
  #delayMs = FIRST_DELAY_MS
  #isClosing = false
  announcement = ''

  constructor(role: Role) {
    this.#role = role
  }

  /** Starts it, and restarts it whenever it exits. */
  async open(): Promise<void> {
    this.#child = await this.#start()
  }

  /** Stops the old process once a new one serves requests; the old one continues if the new one does not start. */
  async replace(): Promise<void> {
    const previous = this.#child
    const child = await this.#start().catch(() => undefined)
    if (!child) return report(`A new ${this.#role} process did not start; the previous one keeps running.`)
    this.#child = child
    if (previous) await stopProcess(previous)
  }

  /** Restarts a process of a role that allows only one at a time. */
  async reopen(): Promise<void> {
    const previous = this.#child
    this.#child = undefined
    if (previous) await stopProcess(previous)
    await this.#restartUntilStarted()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    if (this.#child) await stopProcess(this.#child)
  }

  async #start(): Promise<ChildProcess> {
    const child = startProcess(this.#role)
    const ready = new Promise<void>((resolve, reject) => {
      child.on('message', (message: Partial<Ready>) => {
        if (message.announcement === undefined) return
        this.announcement = message.announcement
        resolve()
      })
      child.once('exit', () => reject(new NotStartedError(`The ${this.#role} process ended before it was there.`)))
    })
    await ready
    if (this.#isClosing) await stopProcess(child)
    const since = performance.now()
    child.once('exit', (code, signal) => {
      if (this.#child !== child || this.#isClosing) return
      this.#child = undefined
      if (performance.now() - since > SETTLED_MS) this.#delayMs = FIRST_DELAY_MS
      report(`A ${this.#role} process ended (${signal ?? code}) and is being restarted.`)
      void this.#restartUntilStarted()
    })
    return child
  }

  async #restartUntilStarted(): Promise<void> {
    while (!this.#isClosing) {
      const delay = pause(this.#delayMs)
      this.#delayMs = Math.min(this.#delayMs * 2, MAX_DELAY_MS)
      await delay
      if (this.#isClosing) return
      // The process itself has reported why it did not start.
      const child = await this.#start().catch(() => undefined)
      if (child) {
        this.#child = child
        return
      }
    }
  }
}

function startProcess(role: Role): ChildProcess {
  if (role === 'web') return cluster.fork({ ROLE: role }).process
  return fork(MAIN, { env: { ...process.env, ROLE: role } })
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const report = (message: string): void => void process.stderr.write(`${message}\n`)
