import { join, resolve } from 'node:path'

/** Thrown when the demo shop could not be filled, now or by an earlier start; the message says how to recover. */
export class DemoNotFilled extends Error {
  override readonly name = 'DemoNotFilled'
}

/** Open months, orders and passwords are missing from such a shop, and nothing records which. */
export const partiallyFilledError = (dataDir: string): DemoNotFilled =>
  new DemoNotFilled(
    'The demo shop was filled only in part, and is not opened. Recreate the database (the embedded one: remove ' +
      `${join(resolve(dataDir), 'pgdata')}) and start again, or start with DEMO=0 to continue with the existing data.`,
  )
