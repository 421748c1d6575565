import type { IncomingHttpHeaders } from 'node:http'
import type { Visitors } from '#server/http/visitors.ts'
import type { CartOwner } from './cart-owner.ts'
import type { Sessions } from './session-cache.ts'
import type { Session } from './sessions.ts'

export type Caller = {
  /** Undefined for guests. */
  session: Session | undefined
  /** Undefined for a guest who has no cart yet. */
  cartOwner: CartOwner | undefined
}

/** Identifies the sender of a request. Runs no query for guests. */
export async function findCaller(
  sessions: Sessions,
  visitors: Visitors,
  request: { headers: IncomingHttpHeaders },
): Promise<Caller> {
  const token = visitors.sessionToken(request)
  const session = token === undefined ? undefined : await sessions.find(token)
  return { session, cartOwner: session ? { userId: session.user.id } : visitors.cartToken(request) }
}
