import type { Month } from '#domain/month.ts'

/**
 * A change of a month that its close holds, because it changed again and again: over in a minute or a few. Thrown, not
 * returned, for it ends bulk imports in the midst of their rows; the message is for whoever made the change.
 */
export class MonthHeld extends Error {
  constructor(month: Month) {
    super(`${month} is being closed at this moment. Please try again in a while.`)
  }
}
