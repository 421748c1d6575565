import type { Month } from '#domain/month.ts'
import { ProblemError } from '../errors.ts'

/** A change of a month that its close holds, because it changed again and again: over in a minute or a few. */
export class MonthHeld extends ProblemError {
  constructor(month: Month) {
    super(409, `${month} is being closed at this moment. Please try again in a while.`)
  }
}
