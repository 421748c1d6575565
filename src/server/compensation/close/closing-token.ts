import { createRunToken, endRun, isRunAlive } from '#server/platform/jobs/run-token.ts'

/** Identifies the close of a month in its row. */
export const newClosingToken = createRunToken
export const endClosing = endRun

/** A close updates nothing while it computes. */
export const MAX_CLOSE_SECONDS = 30 * 60

/** Returns whether the close that stored its token in a month's row this many seconds ago is still running. */
export const isCloseRunning = (token: string | null, secondsAgo: number): boolean =>
  isRunAlive(token, secondsAgo, MAX_CLOSE_SECONDS)
