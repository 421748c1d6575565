import { parseDollars } from '#domain/money.ts'

/** An order that a part of a notice is to pay, as it was typed. */
export type Share = { orderId: number; name: string; balance: number; amount: string }

export type Split = {
  /** In cents; undefined for what is no amount. */
  amounts: readonly (number | undefined)[]
  bookedCents: number
  /** Stays open; below zero: more than there is. */
  restCents: number
  isBookable: boolean
}

/** What is typed, added up in cents. */
export function splitOf(open: number, shares: readonly Share[]): Split {
  const amounts = shares.map(({ amount }) => parseDollars(amount.trim()))
  const bookedCents = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  const restCents = Math.round(open * 100) - bookedCents
  const isBookable =
    shares.length > 0 && restCents >= 0 && amounts.every((amount) => amount !== undefined && amount > 0)
  return { amounts, bookedCents, restCents, isBookable }
}

/** What an order that is added is offered: what is to be paid of it, as far as the notice reaches; of a paid one the rest. */
export function offeredOf(open: number, shares: readonly Share[], balance: number): string {
  const { restCents } = splitOf(open, shares)
  const owed = Math.round(balance * 100)
  const offered = Math.max(0, owed > 0 ? Math.min(owed, restCents) : restCents)
  return (offered / 100).toFixed(2)
}
