import * as z from 'zod/mini'
import { Cart } from './cart.ts'
import { SignedInUser } from './sign-in.ts'

/** What is the visitor's own on an otherwise public page; filled in as the page leaves (docs/architecture §2). */
export const Personal = z.object({ csrf: z.string(), cart: z.nullable(Cart), user: z.nullable(SignedInUser) })
export type Personal = z.infer<typeof Personal>

/** That staff are signed in as a member, and until when (docs/back-office §4); stands above everything on the page. */
export type SignedInAs = { name: string; until: Date }
