import type { Month } from '#domain/calendar/month.ts'
import { LockTimeoutError } from '#server/platform/database/lock-timeout-error.ts'

/** The month is blocked by a close that concurrent changes have overtaken. */
export class MonthLockedError extends LockTimeoutError {
  constructor(month: Month) {
    super(`Month ${month} is being closed right now. Please try again later.`)
  }
}
