import * as z from 'zod/mini'
import { Cart } from '#contract/cart/calls.ts'
import { SignedInUser } from './sign-in.ts'

/** The visitor's personal part of an otherwise public page, inserted when the page is sent (docs/decisions/0003). */
export const Personal = z.object({ csrf: z.string(), cart: z.nullable(Cart), user: z.nullable(SignedInUser) })
export type Personal = z.infer<typeof Personal>

/** Staff are signed in as a member, with the end of that session (docs/back-office §4). */
export type SignedInAs = { name: string; until: Date }

/** Shown to staff at the top of every page: whose account they view, or that visitors do not see the store yet. */
export type StaffBanner = ({ kind: 'signed_in_as' } & SignedInAs) | { kind: 'not_open' }
