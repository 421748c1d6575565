import type { Month } from '#domain/calendar/month.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'

/** A change of a month that its close blocks, because the month kept changing. */
export class MonthLockedError extends LockTimeoutError {
  constructor(month: Month) {
    super(`Month ${month} is being closed right now. Please try again later.`)
  }
}
