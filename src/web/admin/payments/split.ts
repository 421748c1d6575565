import { parseDollars } from '#domain/money/money.ts'

/** An order and the part of a transaction that pays it, as typed. */
export type Share = { orderId: number; name: string; balance: number; amount: string }

export type PaymentSplit = {
  /** In cents; undefined for a malformed amount. */
  amounts: readonly (number | undefined)[]
  bookedCents: number
  /** Amount that stays open; negative when the shares exceed it. */
  restCents: number
  isBookable: boolean
}

/** Parses and sums the typed amounts, in cents. */
export function computeSplit(open: number, shares: readonly Share[]): PaymentSplit {
  const amounts = shares.map(({ amount }) => parseDollars(amount.trim()))
  const bookedCents = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  const restCents = Math.round(open * 100) - bookedCents
  const isBookable =
    shares.length > 0 && restCents >= 0 && amounts.every((amount) => amount !== undefined && amount > 0)
  return { amounts, bookedCents, restCents, isBookable }
}

/** Default amount for an added order: its balance, up to the open amount; for a paid order, the rest. */
export function defaultShareAmount(open: number, shares: readonly Share[], balance: number): string {
  const { restCents } = computeSplit(open, shares)
  const balanceCents = Math.round(balance * 100)
  const shareCents = Math.max(0, balanceCents > 0 ? Math.min(balanceCents, restCents) : restCents)
  return (shareCents / 100).toFixed(2)
}
