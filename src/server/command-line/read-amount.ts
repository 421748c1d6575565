import { type Cents, parseDollars } from '#domain/money.ts'
import { UserError } from './command.ts'

export function readAmount(given: string): Cents {
  const amount = parseDollars(given)
  if (amount === undefined) throw new UserError(`${given} is no amount in dollars, as 19.99 is one.`)
  return amount
}
