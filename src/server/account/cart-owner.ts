import type { UserId } from '#server/platform/database/tables.generated.ts'

/** A cart's owner: a guest, by the token in the cookie, or a user. */
export type CartOwner = string | { userId: UserId }
