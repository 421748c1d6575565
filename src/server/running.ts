/** What main.ts runs until it is to stop. */
export type Running = {
  /** Printed when all of it is there. */
  announcement: string
  close(): Promise<void>
  /** Starts its processes anew, one after the other, without a moment in which nobody answers. */
  restart?: () => Promise<void>
}

/** What a process tells the one that started it, once it is there. */
export type Ready = { announcement: string }

/** A process of the shop could not be started; it has said why. */
export class NotStarted extends Error {}

/**
 * Starts anew what runs at each SIGUSR2. Returns what is to be called once it is there: a signal that came before counts
 * then.
 */
export function restartAtSignals(signals: Pick<NodeJS.Process, 'on'>): (running: Pick<Running, 'restart'>) => void {
  let running: Pick<Running, 'restart'> | undefined
  let cameBefore = false
  signals.on('SIGUSR2', () => {
    if (running) void running.restart?.()
    else cameBefore = true
  })
  return (given) => {
    running = given
    if (cameBefore) void running.restart?.()
  }
}
