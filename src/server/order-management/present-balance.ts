import { type Cents, toDollars } from '#domain/money.ts'

/** As a refusal names it beside its sentence. */
export const presentBalance = (balance: Cents): number => toDollars(balance)
