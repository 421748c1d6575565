import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts CPU time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100

/** CPU time of a process with all its threads, in seconds (proc(5)). */
export function readCpuSeconds(pid: number): number {
  const fields = readStat(pid)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Returns the child processes of `parent` with this role. */
export const childrenWithRole = (parent: number, role: string): number[] =>
  childrenOf(parent).filter(
    falseIfExited((pid) => readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`ROLE=${role}`)),
  )

export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(falseIfExited((pid) => Number(readStat(pid)[1]) === parent))

/** Returns false if the process has exited meanwhile. */
const falseIfExited =
  (predicate: (pid: number) => boolean) =>
  (pid: number): boolean => {
    try {
      return predicate(pid)
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
      throw error
    }
  }

/** Fields from the state on: the process name before it may contain spaces. */
const readStat = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Resident memory of a process in MiB. */
export const readResidentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
