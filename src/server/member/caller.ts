import type { IncomingHttpHeaders } from 'node:http'
import type { CartOwner } from '../cart/cart-owner.ts'
import type { Database } from '../database/connect.ts'
import type { Visitors } from '../visitor.ts'
import { findSession, type Session } from './sessions.ts'

export type Caller = {
  /** Undefined for guests. */
  session: Session | undefined
  /** Undefined for a guest who has no cart yet. */
  cartOwner: CartOwner | undefined
}

/** Identifies who sends a request. A guest costs no query. */
export async function findCaller(
  db: Database,
  visitors: Visitors,
  request: { headers: IncomingHttpHeaders },
): Promise<Caller> {
  const token = visitors.sessionToken(request)
  const session = token === undefined ? undefined : await findSession(db, token)
  return { session, cartOwner: session ? { userId: session.user.id } : visitors.cartToken(request) }
}
