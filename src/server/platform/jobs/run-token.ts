import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

const localTokens = new Set<string>()

/** Identifies long work in its row: machine, process, and the work within that process. */
export function createRunToken(): string {
  const token = `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`
  localTokens.add(token)
  return token
}

/** Marks the work as ended, regardless of its row. */
export function endRun(token: string): void {
  localTokens.delete(token)
}

/**
 * Reports whether the work that left its token in a row this many seconds ago is still running. Work on another
 * machine, whose processes cannot be checked, counts as dead after `maxSilenceSeconds`. In a container every start
 * has the same process id: a token of this id that this process did not create belongs to an earlier one.
 */
export function isRunAlive(token: string | null, secondsAgo: number, maxSilenceSeconds: number): boolean {
  if (token === null) return false
  const [host, pid] = token.split(':')
  const isPossiblyRunning =
    host !== hostname() || (Number(pid) === process.pid ? localTokens.has(token) : isRunning(Number(pid)))
  return isPossiblyRunning && secondsAgo < maxSilenceSeconds
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
