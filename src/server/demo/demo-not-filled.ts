import { join, resolve } from 'node:path'

/** The demo shop could not be filled, now or by an earlier start; the message says what to do. */
export class DemoNotFilled extends Error {
  override readonly name = 'DemoNotFilled'
}

/** Months that are not closed, orders and passwords are missing, and nobody could say which. */
export const halfFilled = (dataDir: string): DemoNotFilled =>
  new DemoNotFilled(
    'The demo shop was filled only in part, and is not opened. Make the database anew (the embedded one: remove ' +
      `${join(resolve(dataDir), 'pgdata')}) and start again, or start with DEMO=0 to go on with what is there.`,
  )
