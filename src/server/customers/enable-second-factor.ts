import { type Refusal, type Result, refuse } from '#domain/result.ts'
import type { Transaction } from '#server/platform/database/connection.ts'
import { lockAccount } from './account.queries.ts'
import type { SecondFactors } from './second-factor.ts'
import { endAllSessions, lockSession, openSession, type Session } from './sessions.ts'

/** Confirms a setup with its first code. Ends all sessions and opens a new one for the browser that did it. */
export async function enableSecondFactor(
  trx: Transaction,
  { user, tokenHash }: Session,
  code: string,
  now: Date,
  { secondFactors }: { secondFactors: SecondFactors },
): Promise<
  Result<{ recoveryCodes: string[]; token: string }, Refusal<'code_incorrect' | 'second_factor_not_started'>>
> {
  const confirmed = await secondFactors.confirm(trx, user.id, code, now)
  if (!confirmed.ok) return confirmed
  // The account may have been restored or given a different email a moment ago, which ended this session.
  const account = await lockAccount(trx, user.id)
  if (!(await lockSession(trx, tokenHash)) || account.email_verified_at === null)
    return refuse({ code: 'second_factor_not_started' })
  await endAllSessions(trx, user.id)
  return { ...confirmed, token: await openSession(trx, user.id) }
}
