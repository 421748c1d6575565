import { serverMessages } from '#contract/base/server-messages.ts'
import { problem } from '#server/http/errors.ts'
import type { Policy } from '#server/http/serve.ts'
import type { Visitors } from '#server/http/visitors.ts'
import { findCaller } from './caller.ts'
import type { Sessions } from './session-cache.ts'
import type { Session } from './sessions.ts'

/** Policy of calls for users only; guests get 401. */
export const makeSignedInPolicy = (sessions: Sessions, visitors: Visitors): Policy<Session> => ({
  name: 'signed in',
  async allow(request) {
    const { session } = await findCaller(sessions, visitors, request)
    if (!session) throw problem('not_signed_in', serverMessages.signInRequired)
    return session
  },
})
