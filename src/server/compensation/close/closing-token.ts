import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const made = new Set<string>()

/** Identifies the close of a month in its row: machine, process, and which close of that process. */
export function newClosingToken(): string {
  const token = `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`
  made.add(token)
  return token
}

/** Nobody can ask whether a process on another machine is still alive; after this long it counts as dead. */
const LONGEST_CLOSE_SECONDS = 30 * 60

/**
 * Whether the close that left its token in a month's row this many seconds ago is still running. In a container each
 * start has the same number of process: what this process did not begin itself, one before it did.
 */
export function isAtWork(token: string | null, secondsAgo: number): boolean {
  if (token === null) return false
  const [host, pid] = token.split(':')
  const mayRun = host !== hostname() || (Number(pid) === process.pid ? made.has(token) : isRunning(Number(pid)))
  return mayRun && secondsAgo < LONGEST_CLOSE_SECONDS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    // A process of another account exists, too.
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}
