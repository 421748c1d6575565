import { type Cents, cents, parseDollars } from '#domain/money.ts'
import { UserError } from './command.ts'

export function readAmount(given: string): Cents {
  const amount = parseDollars(given)
  if (amount === undefined) throw new UserError(`${given} is not a valid amount; write it as 19.99.`)
  return amount
}

/** Reads the balance that the user saw; a negative one is an overpayment. Undefined if none is given. */
export function readBalance(given: string | undefined): Cents | undefined {
  if (given === undefined) return undefined
  return given.startsWith('-') ? cents(0 - readAmount(given.slice(1))) : readAmount(given)
}
