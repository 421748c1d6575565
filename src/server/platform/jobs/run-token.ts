import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const made = new Set<string>()

/** Identifies long work in its row: machine, process, and which work of that process. */
export function newRunToken(): string {
  const token = `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`
  made.add(token)
  return token
}

/** The work has ended, whether or not its row says so. */
export function endRun(token: string): void {
  made.delete(token)
}

/**
 * Whether the work that left its token in a row this many seconds ago is still going on; `longestSilence`: after so many
 * that of another machine, whose processes nobody can ask for, counts as dead. In a container each start has the same
 * number of process: what this process did not begin itself, one before it did.
 */
export function isRunAlive(token: string | null, secondsAgo: number, longestSilence: number): boolean {
  if (token === null) return false
  const [host, pid] = token.split(':')
  const mayRun = host !== hostname() || (Number(pid) === process.pid ? made.has(token) : isRunning(Number(pid)))
  return mayRun && secondsAgo < longestSilence
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
