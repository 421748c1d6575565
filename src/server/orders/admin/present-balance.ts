import { type Cents, toDollars } from '#domain/money/money.ts'

/** Format of a balance next to the message of a refusal. */
export const presentBalance = (balance: Cents): number => toDollars(balance)
