import type { UserId } from '#server/platform/database/tables.generated.ts'

/** Owner of a cart: the cookie's token for a guest, or a user. */
export type CartOwner = string | { userId: UserId }
