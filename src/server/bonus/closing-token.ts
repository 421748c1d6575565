import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Who is closing a month, as its row says: machine, process, and which close of that process. */
export const newClosingToken = (): string => `${hostname()}:${process.pid}:${randomBytes(8).toString('hex')}`

/** Nobody can ask whether a process of another machine is still there; after so long it is taken for gone. */
const LONGEST_CLOSE_SECONDS = 30 * 60

/** Whether the close that left its token in a month's row so many seconds ago is still at work. */
export function isAtWork(token: string | null, secondsAgo: number): boolean {
  if (token === null) return false
  const [host, pid] = token.split(':')
  const mayRun = host !== hostname() || isRunning(Number(pid))
  return mayRun && secondsAgo < LONGEST_CLOSE_SECONDS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    // Another account's process is one, too.
    return (fault as NodeJS.ErrnoException).code === 'EPERM'
  }
}
