import type { UserId } from '../database/tables.generated.ts'

/** Whose cart: a guest's, by the token in the cookie, or a user's. */
export type CartOwner = string | { userId: UserId }
