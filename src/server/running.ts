/** A running part of the shop, which main.ts stops at the end. */
export type Running = {
  /** Printed when everything has started. */
  announcement: string
  close(): Promise<void>
  /** Restarts its processes one by one without interrupting service. */
  restart?: () => Promise<void>
}

/** Message from a process to its parent when it has started. */
export type Ready = { announcement: string }

/** Thrown if a process of the shop could not be started; the process itself has reported why. */
export class NotStartedError extends Error {}

/**
 * Restarts the running part on each SIGUSR2. Call the returned function once startup is complete; it also handles an
 * earlier signal.
 */
export function restartAtSignals(signals: Pick<NodeJS.Process, 'on'>): (running: Pick<Running, 'restart'>) => void {
  let running: Pick<Running, 'restart'> | undefined
  let isRestartPending = false
  signals.on('SIGUSR2', () => {
    if (running) void running.restart?.()
    else isRestartPending = true
  })
  return (started) => {
    running = started
    if (isRestartPending) void running.restart?.()
  }
}
